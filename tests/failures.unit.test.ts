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
  '55P03',
  '26000',
])('a database error %s is reported as 503 database-unavailable', (code) => {
  const lines: string[] = []
  const log = createLog('info', { write: (line: string) => void lines.push(line) })
  const failure = new Error('Failed query: select 1', { cause: Object.assign(new Error('away'), { code }) })
  expect(toProblem(failure, log)).toMatchObject({ code: 'database-unavailable', status: 503 })
  expect(lines.join()).toContain('"event":"failure"')
})

test('a full database disk is logged as database-full, and not reported as busy', () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line: string) => void lines.push(line) })
  const cause = Object.assign(new Error('No space left on device'), { code: '53100' })
  const problem = toProblem(new Error('Failed query: insert', { cause }), log)
  expect(problem).toMatchObject({ code: 'database-unavailable', status: 503, retryAfterSeconds: 10 })
  expect(problem.message).not.toContain('busy')
  expect(lines.map((line) => JSON.parse(line).event)).toEqual(['database-full'])
})

test('error 08P01 gets 500 from PostgreSQL itself, and 503 from PgBouncer without a server', () => {
  const log = createLog('info', { write: () => {} })
  const saying = (fields: object) =>
    toProblem(
      new Error('Failed query', { cause: Object.assign(new Error(), { code: '08P01', ...fields }) }),
      log,
    )
  expect(saying({ routine: 'exec_bind_message' })).toMatchObject({ code: 'unexpected', status: 500 })
  expect(saying({ routine: undefined })).toMatchObject({ code: 'database-unavailable', status: 503 })
})

test('a foreign key violation by a concurrent deletion is reported as 404 not-found', () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line: string) => void lines.push(line) })
  const cause = Object.assign(new Error('violates foreign key constraint'), { code: '23503' })
  const problem = toProblem(new Error('Failed query: insert', { cause }), log)
  expect(problem).toMatchObject({ code: 'not-found', status: 404 })
  expect(lines.map((line) => JSON.parse(line).event)).toEqual(['gone-meanwhile'])
})
