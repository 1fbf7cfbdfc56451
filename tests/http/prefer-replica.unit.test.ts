import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BufferedResponse } from '#server/http/buffered-response.ts'
import { preferReplica } from '#server/http/prefer-replica.ts'
import { overloaded } from '#server/limit-concurrency.ts'
import { createLog } from '#server/log.ts'
import { notFound } from '#server/problems.ts'

const LIST = new BufferedResponse(Buffer.from('[]'), { status: 200, headers: {} })
const REFUSED = new Error('permission denied for table images')

/** A replica and a primary, and what is logged. */
function open({ near = true } = {}) {
  const lines: { event: string; err?: { message: string } }[] = []
  const log = createLog('info', { write: (line: string) => void lines.push(JSON.parse(line)) })
  const replica = { isNear: () => near, read: vi.fn(async () => LIST) }
  const primary = vi.fn(async () => LIST)
  const handle = preferReplica(primary, replica.read, { ...replica, log })
  const read = () => handle(new Request('http://shop.test/api/products'), '127.0.0.1')
  const leave = () => {
    near = false
  }
  return { lines, replica, primary, read, leave }
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

test('what the replica cannot read is read from the primary, and logged at most once a minute', async () => {
  const { lines, replica, primary, read } = open()
  replica.read.mockRejectedValueOnce(REFUSED).mockRejectedValueOnce(REFUSED)
  for (let times = 0; times < 3; times++) expect(await read()).toBe(LIST)
  expect(primary).toHaveBeenCalledTimes(2)
  expect(lines).toMatchObject([{ event: 'replica-failed', err: { message: REFUSED.message } }])
  vi.advanceTimersByTime(60_000)
  replica.read.mockRejectedValueOnce(REFUSED)
  await read()
  expect(lines).toHaveLength(2)
})

test('what the replica does not have is looked for on the primary, and not logged', async () => {
  const { lines, replica, primary, read } = open()
  replica.read.mockRejectedValueOnce(notFound('laptop'))
  expect(await read()).toBe(LIST)
  expect(primary).toHaveBeenCalledTimes(1)
  expect(lines).toEqual([])
})

test('what a replica that is left meanwhile cannot read is not logged as its failure', async () => {
  const { lines, replica, primary, read, leave } = open()
  replica.read.mockImplementationOnce(async () => {
    leave()
    throw new Error('Connection terminated')
  })
  expect(await read()).toBe(LIST)
  expect(primary).toHaveBeenCalledTimes(1)
  expect(lines).toEqual([])
})

test('what an overloaded replica refuses is not asked of the primary', async () => {
  const { lines, replica, primary, read } = open()
  replica.read.mockRejectedValueOnce(overloaded())
  await expect(read()).rejects.toMatchObject({ code: 'overloaded' })
  expect(primary).not.toHaveBeenCalled()
  expect(lines).toEqual([])
})
