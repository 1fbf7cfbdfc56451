import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { throttleStreams } from '#server/http/throttle-streams.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const settle = () => new Promise<void>((done) => setImmediate(done))

test('all streams together are read at the given rate, and each makes progress', async () => {
  // Fifty bytes in a twentieth of a second.
  const receive = throttleStreams({ bytesPerSecond: 1000 })
  const streams = [new PassThrough(), new PassThrough()]
  const taken = [0, 0]
  const stops = streams.map((stream, n) =>
    receive(stream, (chunk) => {
      taken[n] = (taken[n] ?? 0) + chunk.length
    }),
  )
  for (let part = 0; part < 30; part++) for (const stream of streams) stream.write('x'.repeat(10))
  const sum = () => taken.reduce((all, each) => all + each, 0)
  await settle()
  const atFirst = sum()
  expect(atFirst).toBeLessThanOrEqual(60)
  for (let tick = 0; tick < 4; tick++) {
    vi.advanceTimersByTime(50)
    await settle()
  }
  expect(sum()).toBeGreaterThan(atFirst)
  expect(sum()).toBeLessThanOrEqual(atFirst + 4 * 60)
  expect(Math.min(...taken)).toBeGreaterThan(0)
  for (const stop of stops) stop()
})

test('a stopped stream is paused, and the others continue', async () => {
  const receive = throttleStreams({ bytesPerSecond: 1000 })
  const [one, other] = [new PassThrough(), new PassThrough()]
  const taken = { one: 0, other: 0 }
  const stop = receive(one, (chunk) => {
    taken.one += chunk.length
  })
  receive(other, (chunk) => {
    taken.other += chunk.length
  })
  stop()
  other.write('x'.repeat(200))
  await settle()
  other.write('x')
  vi.advanceTimersByTime(500)
  await settle()
  expect(taken.other).toBe(201)
  expect(one.isPaused()).toBe(true)
  // The rest of it is left to its next reader.
  one.resume().write('x')
  await settle()
  expect(taken.one).toBe(0)
})

test('after a burst nothing is read until the rate is met again, not even from new streams', async () => {
  const receive = throttleStreams({ bytesPerSecond: 1000 })
  const streams = [new PassThrough(), new PassThrough()]
  let taken = 0
  for (const stream of streams) {
    receive(stream, (chunk) => {
      taken += chunk.length
    })
    stream.write('x'.repeat(200))
    await settle()
  }
  expect(taken).toBe(200)
  vi.advanceTimersByTime(150)
  await settle()
  expect(taken).toBe(200)
  vi.advanceTimersByTime(50)
  await settle()
  expect(taken).toBe(400)
})

test('the free beginning of a stream waits for no others, and costs them nothing', async () => {
  const receive = throttleStreams({ bytesPerSecond: 1000, free: 20 })
  const streams = Array.from({ length: 10 }, () => new PassThrough())
  let much = 0
  for (const stream of streams) {
    receive(stream, (chunk) => {
      much += chunk.length
    })
    for (let part = 0; part < 30; part++) stream.write('x'.repeat(10))
  }
  await settle()
  expect(much).toBeLessThanOrEqual(10 * 20 + 60)
  const few = new PassThrough()
  let taken = 0
  receive(few, (chunk) => {
    taken += chunk.length
  })
  few.write('x'.repeat(10))
  await settle()
  few.write('x'.repeat(10))
  await settle()
  expect(taken).toBe(20)
  const before = much
  vi.advanceTimersByTime(50)
  await settle()
  expect(much - before).toBeGreaterThanOrEqual(40)
})

test('a stopped stream can be read again', async () => {
  const receive = throttleStreams({ bytesPerSecond: 1000, free: 20 })
  const stream = new PassThrough()
  receive(stream, () => {})()
  let taken = 0
  receive(stream, (chunk) => {
    taken += chunk.length
  })
  stream.write('x'.repeat(10))
  vi.advanceTimersByTime(50)
  await settle()
  expect(taken).toBe(10)
})

test('streams take turns, however many were there before', async () => {
  const receive = throttleStreams({ bytesPerSecond: 1000 })
  const streams = Array.from({ length: 11 }, () => new PassThrough())
  const taken = streams.map(() => 0)
  for (const [n, stream] of streams.entries()) {
    receive(stream, (chunk) => {
      taken[n] = (taken[n] ?? 0) + chunk.length
    })
    for (let part = 0; part < 100; part++) stream.write('x'.repeat(10))
  }
  for (let tick = 0; tick < 12; tick++) {
    vi.advanceTimersByTime(50)
    await settle()
  }
  expect(Math.min(...taken)).toBeGreaterThan(0)
})

test('a stream that has much to give lets the others have theirs after each chunk', async () => {
  const receive = throttleStreams({ bytesPerSecond: 1000 })
  const taken: number[] = []
  for (const n of [0, 1, 2]) {
    const stream = new PassThrough()
    for (let part = 0; part < 5; part++) stream.write('x'.repeat(3))
    receive(stream, () => taken.push(n))
  }
  for (let turn = 0; turn < 10; turn++) await settle()
  expect(taken.slice(0, 9)).toEqual([0, 1, 2, 0, 1, 2, 0, 1, 2])
})

test('unused rate is not saved up for later, and without streams no timer runs', async () => {
  const receive = throttleStreams({ bytesPerSecond: 1000 })
  const stream = new PassThrough()
  let taken = 0
  const stop = receive(stream, (chunk) => {
    taken += chunk.length
  })
  vi.advanceTimersByTime(1_000)
  for (let part = 0; part < 30; part++) stream.write('x'.repeat(10))
  await settle()
  expect(taken).toBeLessThanOrEqual(60)
  stop()
  vi.advanceTimersByTime(50)
  expect(vi.getTimerCount()).toBe(0)
})
