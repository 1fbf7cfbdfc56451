import { expect, test } from 'vitest'
import { toProblem } from '#server/failures.ts'
import { createLog } from '#server/log.ts'

test.each([
  'ECONNREFUSED',
  'EAI_AGAIN',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'ENETUNREACH',
  '57P01',
  '53300',
  '25006',
])('a database that fails with %s is away: come back soon', (code) => {
  const lines: string[] = []
  const log = createLog('info', { write: (line: string) => void lines.push(line) })
  const failure = new Error('Failed query: select 1', { cause: Object.assign(new Error('away'), { code }) })
  expect(toProblem(failure, log)).toMatchObject({ code: 'database-unavailable', status: 503 })
  expect(lines.join()).toContain('"event":"failure"')
})
