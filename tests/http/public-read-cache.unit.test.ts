import { setImmediate as endOfTurn } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { BufferedResponse } from '#server/http/buffered-response.ts'
import { cachePublicReads } from '#server/http/public-read-cache.ts'
import { createPublicReads } from '#server/http/public-reads.ts'
import { notFound } from '#server/problems.ts'

const LIST = '/api/products?limit=2'
const responseOf = (text: string) => new BufferedResponse(Buffer.from(text), { status: 200, headers: {} })

/** Numbered responses, on data whose state the test changes. `LIST` was requested before. */
async function openCache() {
  const data = { state: 'before', now: Date.now() }
  let made = 0
  const read = vi.fn(async (_: string) => responseOf(`${++made}`))
  const readState = vi.fn(async () => data.state)
  const find = cachePublicReads({
    readState,
    clock: () => new Date(data.now),
    takeTurn: createPublicReads().takeTurn,
    findRead(asked) {
      if (asked.startsWith('/api/my')) return undefined
      const target = asked.replace(/&made-up=\w*/, '')
      return { target, read: () => read(target) }
    },
  })
  const ask = async (target: string) => (await find(target))?.toResponse().text()
  read.mockImplementationOnce(async () => responseOf('asked for once'))
  expect(await ask(LIST)).toBe('asked for once')
  read.mockClear()
  // Its turn is passed on at the end of this turn of the event loop.
  await endOfTurn()
  const askMany = (target: string, times = 20) =>
    Promise.allSettled(Array.from({ length: times }, () => ask(target)))
  return { data, read, readState, find, ask, askMany }
}
const told = (answers: PromiseSettledResult<unknown>[]) => [
  ...new Set(answers.map((one) => (one.status === 'fulfilled' ? one.value : one.reason.message))),
]

test('a target requested once is not cached, and does not wait for the state', async () => {
  const { readState, ask } = await openCache()
  for (let n = 1; n <= 3; n++) expect(await ask(`${LIST}&after=${n}`)).toBe(`${n}`)
  expect(readState).not.toHaveBeenCalled()
})

test('a list that many request is read once for as long as nothing changes', async () => {
  const { read, readState, ask, askMany } = await openCache()
  expect(told(await askMany(LIST))).toEqual(['1'])
  expect(readState).toHaveBeenCalledTimes(1)
  expect([await ask(LIST), ...told(await askMany(LIST))]).toEqual(['1', '1'])
  expect(read.mock.calls).toEqual([[LIST]])
})

test('a cached list is read again at once after a change, and only once', async () => {
  const { data, ask, askMany } = await openCache()
  await ask(LIST)
  data.state = 'after'
  expect(told(await askMany(LIST))).toEqual(['2'])
})

test('a request that arrives while the state is being read waits for a later read', async () => {
  const { data, readState, ask } = await openCache()
  await ask(LIST)
  const waiting = Promise.withResolvers<void>()
  readState.mockImplementationOnce(async () => {
    const { state } = data
    await waiting.promise
    return state
  })
  const early = ask(LIST)
  await expect.poll(() => readState).toHaveBeenCalledTimes(2)
  data.state = 'after'
  const late = [ask(LIST), ask(LIST)]
  for (let turn = 0; turn < 5; turn++) await endOfTurn()
  expect(readState).toHaveBeenCalledTimes(2)
  waiting.resolve()
  expect(await early).toBe('1')
  expect(await Promise.all(late)).toEqual(['2', '2'])
  expect(readState).toHaveBeenCalledTimes(3)
})

test('a cached list expires after a second, for what changes with time alone', async () => {
  const { data, ask } = await openCache()
  await ask(LIST)
  data.now += 999
  expect(await ask(LIST)).toBe('1')
  data.now += 1
  expect(await ask(LIST)).toBe('2')
  // The clock was set back.
  data.now -= 1000
  expect(await ask(LIST)).toBe('3')
})

test('every target has a cache entry of its own', async () => {
  const { ask } = await openCache()
  const targets = ['/api/products', '/api/products?limit=3', '/api/brand/hp', '/api/brand/dell']
  for (const target of targets) await ask(target)
  for (const [at, target] of targets.entries()) expect(await ask(target)).toBe(`${at + 5}`)
  for (const [at, target] of targets.entries()) expect(await ask(target)).toBe(`${at + 5}`)
})

test('a target that not everyone may read is not cached', async () => {
  const { read, readState, find } = await openCache()
  for (let n = 0; n < 3; n++) expect(find('/api/my-products')).toBeUndefined()
  expect([read, readState].map(({ mock }) => mock.calls.length)).toEqual([0, 0])
})

test.each([
  ['a refusal', notFound('brand')],
  ['a failure', new Error('no database')],
])('%s is returned to all waiting requests, and the next request reads again', async (_, error) => {
  const { read, ask, askMany } = await openCache()
  read.mockRejectedValueOnce(error)
  expect(told(await askMany(LIST))).toEqual([error.message])
  expect(await ask(LIST)).toBe('1')
  expect(await ask(LIST)).toBe('2')
  expect(await ask(LIST)).toBe('2')
})

test('a state that cannot be read fails all waiting requests, and is read again for the next', async () => {
  const { readState, ask, askMany } = await openCache()
  readState.mockRejectedValueOnce(new Error('no database'))
  expect(told(await askMany(LIST))).toEqual(['no database'])
  expect(await ask(LIST)).toBe('1')
})

test('long targets count towards the size of the cache, and the oldest are dropped first', async () => {
  const { readState, ask } = await openCache()
  const long = (n: number) => `${LIST}&x=${n}${'x'.repeat(10_000)}`
  for (let n = 0; n < 1_000; n++) await ask(long(n))
  await ask(long(0))
  expect(readState).not.toHaveBeenCalled()
  await ask(long(999))
  expect(readState).toHaveBeenCalledTimes(1)
})

test('uncached lists are read a few at a time, and refused when too many wait', async () => {
  const { read, ask } = await openCache()
  const waiting = Promise.withResolvers<void>()
  read.mockImplementation(async (target) => {
    await waiting.promise
    return responseOf(target)
  })
  const asked = Array.from({ length: 1_024 }, (_, n) => `${LIST}&after=${n}`)
  const answers = asked.map(ask)
  await expect(ask(`${LIST}&after=more`)).rejects.toMatchObject({ code: 'overloaded' })
  expect(read).toHaveBeenCalledTimes(24)
  waiting.resolve()
  expect(await Promise.all(answers)).toEqual(asked)
})

test('cached lists are read again a few at a time', async () => {
  const { data, read, ask } = await openCache()
  const targets = Array.from({ length: 40 }, (_, n) => `${LIST}&after=${n}`)
  for (const _ of ['requested', 'cached']) await Promise.all(targets.map(ask))
  const waiting = Promise.withResolvers<void>()
  read.mockClear()
  read.mockImplementation(async (target) => {
    await waiting.promise
    return responseOf(target)
  })
  data.state = 'after'
  const answers = targets.map(ask)
  await expect.poll(() => read).toHaveBeenCalledTimes(24)
  await endOfTurn()
  expect(read).toHaveBeenCalledTimes(24)
  waiting.resolve()
  expect(await Promise.all(answers)).toEqual(targets)
})

test('parameters that an endpoint ignores make no cache entry of their own', async () => {
  const { read, ask } = await openCache()
  const answers = await Promise.all(['1', '2', '3'].map((n) => ask(`${LIST}&made-up=${n}`)))
  expect(answers).toEqual(['1', '1', '1'])
  expect(read.mock.calls).toEqual([[LIST]])
})
