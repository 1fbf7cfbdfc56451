import type { Readable } from 'node:stream'

const TICK_MS = 50

/**
 * Limits the rate at which all streams together are read; beyond that they wait. Returns `start(stream, take)`, which
 * returns `stop()`: that pauses the stream.
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
