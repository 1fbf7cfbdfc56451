import type { Readable } from 'node:stream'

const TICK_MS = 50

/**
 * Takes in what streams send, so many bytes of all of them together in a second; beyond that they wait. Answers
 * `start(stream, take)`, which answers `stop()`: it pauses the stream.
 */
export function throttleStreams({ bytesPerSecond }: { bytesPerSecond: number }) {
  const perTick = (bytesPerSecond * TICK_MS) / 1000
  const streams = new Set<Readable>()
  let left = perTick
  let timer: NodeJS.Timeout | undefined

  function tick(): void {
    left = Math.min(perTick, left + perTick)
    if (streams.size === 0) {
      clearInterval(timer)
      timer = undefined
    }
    if (left > 0) for (const stream of streams) stream.resume()
  }

  return (stream: Readable, take: (chunk: Buffer) => void): (() => void) => {
    const onData = (chunk: Buffer) => {
      left -= chunk.length
      if (left <= 0) for (const each of streams) each.pause()
      take(chunk)
    }
    streams.add(stream)
    timer ??= setInterval(tick, TICK_MS)
    stream.on('data', onData)
    if (left <= 0) stream.pause()
    return () => {
      streams.delete(stream)
      stream.off('data', onData).pause()
    }
  }
}
