import { expect, it, vi } from 'vitest'
import { logRequest } from '#server/http/request-log.ts'
import { createLog } from '#server/log.ts'

const REQUEST = { id: '7d2c', method: 'GET', path: '/shop', status: 200, ms: 1.6 }

function written(level: string, work: (log: ReturnType<typeof createLog>) => void) {
  const lines: string[] = []
  work(createLog(level, { write: (line) => void lines.push(line) }))
  for (const line of lines) expect(line).toMatch(/^[^\n]*\n$/)
  return lines.map((line) => JSON.parse(line))
}

it('a request line has the format of every other log line, whatever it contains', () => {
  const [other, plain, signedIn] = written('info', (log) => {
    log.info({ event: 'other' })
    logRequest(log, REQUEST)
    logRequest(log, { ...REQUEST, user: 'a"b' })
  })
  const { level } = other
  expect(plain).toEqual({ level, time: expect.any(String), event: 'request', ...REQUEST, ms: 2 })
  expect(signedIn).toEqual({ ...plain, time: expect.any(String), user: 'a"b' })
})

it('a request line has its time to the millisecond', () => {
  const times = ['2026-11-22T23:59:59.007Z', '2026-11-22T23:59:59.999Z', '2026-11-23T00:00:00.000Z']
  const lines = written('info', (log) => {
    vi.useFakeTimers({ toFake: ['Date'] })
    for (const time of times) {
      vi.setSystemTime(time)
      logRequest(log, REQUEST)
    }
    vi.useRealTimers()
  })
  expect(lines.map(({ time }) => time)).toEqual(times)
})

it.each([
  ['/4242424242424242', '/*'],
  ['/4242-4242-4242-4242', '/*'],
  ['/card/4242.4242.4242.4242', '/card/*'],
  ['/4_2_4_2_4', '/*'],
  ['/01700-000001', '/*'],
  ['/blogs/2026', '/blogs/2026'],
  ['/api/images/00112233445566778899aabbccddeeff', '/api/images/00112233445566778899aabbccddeeff'],
  ['/brand/hp-15', '/brand/hp-15'],
])('logs the path %s as %s, masking card and phone numbers', (path, named) => {
  expect(written('info', (log) => logRequest(log, { ...REQUEST, path }))[0].path).toBe(named)
})

it.each([
  ['/assets/jane.doe@example.com', '/assets/*'],
  ['/assets/jane.doe%40example.com', '/assets/*'],
  ['/assets/jane.doe@example.com-dMQu00Xm.js', '/assets/*'],
  ['/assets/4242424242424242', '/assets/*'],
  ['/assets/Zm9yIG5vYm9keSdzIGV5ZXMgYnV0IHRoZSByZWFkZXIncw', '/assets/*'],
  ['/assets/a"b\\.js', '/assets/*'],
  ['/assets/app-BkR5rSmg.css', '/assets/app-BkR5rSmg.css'],
  ['/assets/confirm-email-DP4y-nDT.js', '/assets/confirm-email-DP4y-nDT.js'],
  [
    '/assets/bricolage-grotesque-latin-700-normal-gtcctNPv.woff2',
    '/assets/bricolage-grotesque-latin-700-normal-gtcctNPv.woff2',
  ],
])('logs the path %s as %s, masking anything but the names of build files', (path, named) => {
  expect(written('info', (log) => logRequest(log, { ...REQUEST, path }))[0].path).toBe(named)
})

it('a request line is not written when the log level excludes it', () => {
  expect(written('warn', (log) => logRequest(log, REQUEST))).toEqual([])
})
