import { expect, it, onTestFinished, vi } from 'vitest'
import { inRequest } from '#server/http/request-context.ts'
import { createLog, describeError, logTime } from '#server/log.ts'

it('describes an error and its causes without the values of the failed query', () => {
  const cause = Object.assign(new Error('duplicate key value violates unique constraint "users_email_key"'), {
    code: '23505',
    detail: 'Key (email)=(ada@example.com) already exists.',
    parameters: ['ada@example.com'],
  })
  const error = Object.assign(
    new Error('Failed query: insert into users values ($1)\nparams: ada@example.com,\n$argon2id$x', {
      cause,
    }),
    { query: 'insert', params: ['ada@example.com'] },
  )
  const described = describeError(error)
  expect(described).toMatchObject({
    message: 'Failed query: insert into users values ($1)',
    stack: expect.stringContaining('log.unit.test.ts'),
    cause: { code: '23505', message: expect.stringContaining('users_email_key') },
  })
  expect(JSON.stringify(described)).not.toMatch(/ada@|argon2id/)
})

it('leaves out a value that the database could not parse', () => {
  const error = Object.assign(new Error('invalid input syntax for type uuid: "a "secret"\nvalue"'), {
    code: '22P02',
  })
  expect(describeError(error).message).toBe('invalid input syntax for type uuid: "…"')
})

it('terminates for an error that is its own cause', () => {
  const error = new Error('round')
  error.cause = error
  expect(JSON.stringify(describeError(error)).match(/"round"/g)).toHaveLength(6)
})

it('describes a thrown value that is not an Error only by its type', () => {
  expect(describeError('a password')).toEqual({
    type: 'string',
    message: expect.not.stringContaining('password'),
  })
})

it('adds the request ID to lines logged within a request, and to no others', async () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  await inRequest('127.0.0.1', async ({ id }) => {
    await new Promise((done) => setImmediate(done))
    log.info({ event: 'inside' })
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ event: 'inside', id })
  })
  log.info({ event: 'outside' })
  expect(JSON.parse(lines[1] ?? '')).not.toHaveProperty('id')
})

it('formats the time of each line exactly, even when the second changes', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  for (const time of ['2026-01-31T23:59:59.999Z', '2026-02-01T00:00:00.000Z', '2026-01-31T23:59:59.007Z']) {
    vi.setSystemTime(time)
    expect(logTime()).toBe(time)
  }
})
