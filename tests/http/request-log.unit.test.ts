import { expect, it } from 'vitest'
import { logRequest } from '#server/http/request-log.ts'
import { createLog } from '#server/log.ts'

const REQUEST = { id: '7d2c', method: 'GET', path: '/assets/a"b\\.js', status: 200, ms: 1.6 }

function written(level: string, work: (log: ReturnType<typeof createLog>) => void) {
  const lines: string[] = []
  work(createLog(level, { write: (line) => void lines.push(line) }))
  for (const line of lines) expect(line).toMatch(/^[^\n]*\n$/)
  return lines.map((line) => JSON.parse(line))
}

it('is a line like every other of the log, whatever stands in it', () => {
  const [other, plain, signedIn] = written('info', (log) => {
    log.info({ event: 'other' })
    logRequest(log, REQUEST)
    logRequest(log, { ...REQUEST, user: 'a"b' })
  })
  const { level } = other
  expect(plain).toEqual({ level, time: expect.any(String), event: 'request', ...REQUEST, ms: 2 })
  expect(signedIn).toEqual({ ...plain, time: expect.any(String), user: 'a"b' })
})

it('says when it was written, to the millisecond', () => {
  const log = createLog('info', { write: (line) => void times.push(Date.parse(JSON.parse(line).time)) })
  const times: number[] = []
  const before = Date.now()
  for (const moment of [before, before + 3]) {
    while (Date.now() < moment);
    logRequest(log, REQUEST)
    expect(times.at(-1)).toBeGreaterThanOrEqual(moment)
    expect(times.at(-1)).toBeLessThanOrEqual(Date.now())
  }
})

it('is not written where the log has no ear for it', () => {
  expect(written('warn', (log) => logRequest(log, REQUEST))).toEqual([])
})
