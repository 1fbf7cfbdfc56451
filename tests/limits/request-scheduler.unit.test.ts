import { expect, test, vi } from 'vitest'
import { createRequestScheduler } from '#server/http/request-scheduler.ts'

/** Keeps the thread for so many milliseconds. */
function work(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
}

test('requests are admitted in order of arrival, including those that arrive during others', async () => {
  const enter = createRequestScheduler()
  const inside: number[] = []
  enter(() => inside.push(1))
  enter(() => {
    inside.push(2)
    enter(() => inside.push(4))
  })
  enter(() => inside.push(3))
  expect(inside).toEqual([])
  await expect.poll(() => inside).toEqual([1, 2, 3, 4])
  enter(() => inside.push(5))
  await expect.poll(() => inside.at(-1)).toBe(5)
})

test('requests that take almost no time are admitted together', async () => {
  // Standing still, since a busy machine may take the thread away for longer than a turn lasts.
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
  const enter = createRequestScheduler()
  let inside = 0
  for (let n = 0; n < 20; n++) enter(() => inside++)
  await new Promise((done) => setImmediate(done))
  clock.mockRestore()
  expect(inside).toBe(20)
})

/** So many come at once, each with work of so many milliseconds; returns how many have come in. */
function crowd(enter: (enter: () => void) => void, many: number, ms: number): () => number {
  let inside = 0
  for (let n = 0; n < many; n++)
    enter(() => {
      work(ms)
      inside++
    })
  return () => inside
}

test('after a millisecond of requests everything else has its turn', async () => {
  const enter = createRequestScheduler()
  // From the moment when the first one is in.
  const turn = new Promise((done) => enter(() => setTimeout(done, 1)))
  const inside = crowd(enter, 20, 3)
  await turn
  expect(inside()).toBeLessThan(5)
  await expect.poll(inside).toBe(20)
})

test('waiting requests are not polled again and again', async () => {
  const looks = vi.spyOn(globalThis, 'setImmediate')
  const inside = crowd(createRequestScheduler(), 1_000, 0.1)
  await expect.poll(inside).toBe(1_000)
  expect(looks.mock.calls.length).toBeLessThan(10_000)
  looks.mockRestore()
})
