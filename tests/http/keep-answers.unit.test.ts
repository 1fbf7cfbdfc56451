import { setImmediate as endOfTurn } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { keepAnswers } from '#server/http/keep-answers.ts'
import { createPublicReads } from '#server/http/public-reads.ts'
import { ReadyAnswer } from '#server/http/ready-answer.ts'
import { notFound } from '#server/problems.ts'

const LIST = '/api/products?limit=2'
const answerOf = (text: string) => new ReadyAnswer(Buffer.from(text), { status: 200, headers: {} })

/** Numbered answers, on data whose state the test changes. `LIST` was requested before. */
async function openAnswers() {
  const data = { state: 'before', now: Date.now() }
  let made = 0
  const read = vi.fn(async (_: string) => answerOf(`${++made}`))
  const readState = vi.fn(async () => data.state)
  const find = keepAnswers({
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
  read.mockImplementationOnce(async () => answerOf('asked for once'))
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

test('what is asked for once waits for no state, and is not kept', async () => {
  const { readState, ask } = await openAnswers()
  for (let n = 1; n <= 3; n++) expect(await ask(`${LIST}&after=${n}`)).toBe(`${n}`)
  expect(readState).not.toHaveBeenCalled()
})

test('a list that many ask for is asked of the database once for as long as nothing changes', async () => {
  const { read, readState, ask, askMany } = await openAnswers()
  expect(told(await askMany(LIST))).toEqual(['1'])
  expect(readState).toHaveBeenCalledTimes(1)
  expect([await ask(LIST), ...told(await askMany(LIST))]).toEqual(['1', '1'])
  expect(read.mock.calls).toEqual([[LIST]])
})

test('after a change it is asked for anew, at once and once', async () => {
  const { data, ask, askMany } = await openAnswers()
  await ask(LIST)
  data.state = 'after'
  expect(told(await askMany(LIST))).toEqual(['2'])
})

test('who comes while the state is being read gets a later reading', async () => {
  const { data, readState, ask } = await openAnswers()
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

test('what changes by the time alone shows after a second', async () => {
  const { data, ask } = await openAnswers()
  await ask(LIST)
  data.now += 999
  expect(await ask(LIST)).toBe('1')
  data.now += 1
  expect(await ask(LIST)).toBe('2')
  // The clock was set back.
  data.now -= 1000
  expect(await ask(LIST)).toBe('3')
})

test('every target is a list of its own', async () => {
  const { ask } = await openAnswers()
  const targets = ['/api/products', '/api/products?limit=3', '/api/brand/hp', '/api/brand/dell']
  for (const target of targets) await ask(target)
  for (const [at, target] of targets.entries()) expect(await ask(target)).toBe(`${at + 5}`)
  for (const [at, target] of targets.entries()) expect(await ask(target)).toBe(`${at + 5}`)
})

test('what not everyone may read is none of its business', async () => {
  const { read, readState, find } = await openAnswers()
  for (let n = 0; n < 3; n++) expect(find('/api/my-products')).toBeUndefined()
  expect([read, readState].map(({ mock }) => mock.calls.length)).toEqual([0, 0])
})

test.each([
  ['a refusal', notFound('brand')],
  ['a failure', new Error('no database')],
])('%s is told to all who wait for it, and asked for again by the next', async (_, error) => {
  const { read, ask, askMany } = await openAnswers()
  read.mockRejectedValueOnce(error)
  expect(told(await askMany(LIST))).toEqual([error.message])
  expect(await ask(LIST)).toBe('1')
  expect(await ask(LIST)).toBe('2')
  expect(await ask(LIST)).toBe('2')
})

test('a state that cannot be read is told to all who wait for it, and read again for the next', async () => {
  const { readState, ask, askMany } = await openAnswers()
  readState.mockRejectedValueOnce(new Error('no database'))
  expect(told(await askMany(LIST))).toEqual(['no database'])
  expect(await ask(LIST)).toBe('1')
})

test('what is remembered of long targets has its place too, and leaves first where nobody asks again', async () => {
  const { readState, ask } = await openAnswers()
  const long = (n: number) => `${LIST}&x=${n}${'x'.repeat(10_000)}`
  for (let n = 0; n < 1_000; n++) await ask(long(n))
  await ask(long(0))
  expect(readState).not.toHaveBeenCalled()
  await ask(long(999))
  expect(readState).toHaveBeenCalledTimes(1)
})

test('of what nobody asked for before a few are read at a time, and more than can wait are refused', async () => {
  const { read, ask } = await openAnswers()
  const waiting = Promise.withResolvers<void>()
  read.mockImplementation(async (target) => {
    await waiting.promise
    return answerOf(target)
  })
  const asked = Array.from({ length: 1_024 }, (_, n) => `${LIST}&after=${n}`)
  const answers = asked.map(ask)
  await expect(ask(`${LIST}&after=more`)).rejects.toMatchObject({ code: 'overloaded' })
  expect(read).toHaveBeenCalledTimes(24)
  waiting.resolve()
  expect(await Promise.all(answers)).toEqual(asked)
})

test('of the lists that are read anew a few are read at a time', async () => {
  const { data, read, ask } = await openAnswers()
  const targets = Array.from({ length: 40 }, (_, n) => `${LIST}&after=${n}`)
  for (const _ of ['asked for', 'kept']) await Promise.all(targets.map(ask))
  const waiting = Promise.withResolvers<void>()
  read.mockClear()
  read.mockImplementation(async (target) => {
    await waiting.promise
    return answerOf(target)
  })
  data.state = 'after'
  const answers = targets.map(ask)
  await expect.poll(() => read).toHaveBeenCalledTimes(24)
  await endOfTurn()
  expect(read).toHaveBeenCalledTimes(24)
  waiting.resolve()
  expect(await Promise.all(answers)).toEqual(targets)
})

test('parameters that nobody reads make no list of their own', async () => {
  const { read, ask } = await openAnswers()
  const answers = await Promise.all(['1', '2', '3'].map((n) => ask(`${LIST}&made-up=${n}`)))
  expect(answers).toEqual(['1', '1', '1'])
  expect(read.mock.calls).toEqual([[LIST]])
})
