import { expect, onTestFinished, test, vi } from 'vitest'
import { limitConcurrency } from '#server/limit-concurrency.ts'

/** A task that runs until it is told to end. */
function piece(log: string[], name: string) {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const work = async () => {
    log.push(`${name} begins`)
    await promise
    return name
  }
  return { work, end: resolve, fail: reject }
}
const settle = () => new Promise<void>((done) => setImmediate(done))

test('two tasks run at a time, the others in order of arrival', async () => {
  const takeTurn = limitConcurrency({ atOnce: 2, mostWaiting: 9 })
  const log: string[] = []
  const pieces = ['a', 'b', 'c', 'd'].map((name) => piece(log, name))
  const answers = pieces.map(({ work }) => takeTurn(work))
  await settle()
  expect(log).toEqual(['a begins', 'b begins'])
  pieces[1]!.end()
  expect(await answers[1]).toBe('b')
  await settle()
  expect(log).toEqual(['a begins', 'b begins', 'c begins'])
  for (const { end } of pieces) end()
  expect(await Promise.all(answers)).toEqual(['a', 'b', 'c', 'd'])
})

test('a failed task passes on its turn', async () => {
  const takeTurn = limitConcurrency({ atOnce: 1, mostWaiting: 1 })
  const log: string[] = []
  const [first, second] = [piece(log, 'a'), piece(log, 'b')]
  const answers = [takeTurn(first.work), takeTurn(second.work)]
  first.fail(new Error('broken'))
  await expect(answers[0]).rejects.toThrow('broken')
  second.end()
  expect(await answers[1]).toBe('b')
  const third = piece(log, 'c')
  third.end()
  expect(await takeTurn(third.work)).toBe('c')
})

test('a turn that is passed on is not doubled, and an unused one becomes free', async () => {
  const takeTurn = limitConcurrency({ atOnce: 1, mostWaiting: 1 })
  const log: string[] = []
  const pieces = ['a', 'b', 'c', 'd'].map((name) => piece(log, name))
  const answers = pieces.slice(0, 2).map(({ work }) => takeTurn(work))
  pieces[0]!.end()
  await answers[0]
  await settle()
  answers.push(takeTurn(pieces[2]!.work))
  expect(log).toEqual(['a begins', 'b begins'])
  for (const { end } of pieces) end()
  await Promise.all(answers)
  await settle()
  const last = takeTurn(pieces[3]!.work)
  expect(log.slice(2)).toEqual(['c begins', 'd begins'])
  await last
})

test('when too many wait, the next is refused with a time to retry', async () => {
  const takeTurn = limitConcurrency({ atOnce: 1, mostWaiting: 2 })
  const log: string[] = []
  const pieces = ['a', 'b', 'c'].map((name) => piece(log, name))
  const answers = pieces.map(({ work }) => takeTurn(work))
  await expect(takeTurn(async () => 'd')).rejects.toMatchObject({
    code: 'overloaded',
    retryAfterSeconds: 2,
  })
  for (const { end } of pieces) end()
  await Promise.all(answers)
  expect(await takeTurn(async () => 'e')).toBe('e')
})

test('between two tasks the event loop has a turn', async () => {
  const takeTurn = limitConcurrency({ atOnce: 1, mostWaiting: 1 })
  const log: string[] = []
  const pieces = ['a', 'b'].map((name) => piece(log, name))
  const answers = pieces.map(({ work }) => takeTurn(work))
  await settle()
  setImmediate(() => log.push('somebody else is answered'))
  for (const { end } of pieces) end()
  await Promise.all(answers)
  expect(log).toEqual(['a begins', 'somebody else is answered', 'b begins'])
})

test('a task that has waited too long is refused, and those behind it keep their place', async () => {
  vi.useFakeTimers()
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const takeTurn = limitConcurrency({ atOnce: 1, mostWaiting: 9, longestWaitMs: 5_000 })
  const log: string[] = []
  const [first, late, next] = [piece(log, 'a'), piece(log, 'b'), piece(log, 'c')]
  const running = takeTurn(first.work)
  const refused = expect(takeTurn(late.work)).rejects.toMatchObject({ code: 'overloaded' })
  await vi.advanceTimersByTimeAsync(4_000)
  const served = takeTurn(next.work)
  await vi.advanceTimersByTimeAsync(1_000)
  await refused
  first.end()
  await running
  await vi.advanceTimersByTimeAsync(10_000)
  next.end()
  expect(await served).toBe('c')
  expect(log).toEqual(['a begins', 'c begins'])
})

test('the timeout of a task that got its turn in time removes no other from the queue', async () => {
  vi.useFakeTimers()
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const takeTurn = limitConcurrency({ atOnce: 1, mostWaiting: 9, longestWaitMs: 5_000 })
  const pieces = ['a', 'b', 'c'].map((name) => piece([], name))
  const answers = pieces.slice(0, 2).map(({ work }) => takeTurn(work))
  pieces[0]!.end()
  await vi.advanceTimersByTimeAsync(4_000)
  answers.push(takeTurn(pieces[2]!.work))
  // As long after `b` began to wait as it might have waited.
  await vi.advanceTimersByTimeAsync(2_000)
  pieces[1]!.end()
  pieces[2]!.end()
  await vi.advanceTimersByTimeAsync(1_000)
  const served: unknown[] = []
  for (const answer of answers) void answer.then((name) => served.push(name))
  await vi.advanceTimersByTimeAsync(0)
  expect(served).toEqual(['a', 'b', 'c'])
})
