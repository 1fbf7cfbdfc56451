import type { Readable } from 'node:stream'

const TICK_MS = 50

type Rate = {
  bytesPerSecond: number
  /** The first bytes of each stream that are not limited, and not counted. */
  free?: number
}

/** How a stream is kept from getting more: its own two functions, or those of what it comes from. */
export type Flow = { pause(): unknown; resume(): unknown }

/**
 * Limits the rate at which all streams together are read; beyond that they wait. They take turns: a stream gets one chunk
 * in a turn of the event loop, otherwise a connection, which is read until it is empty, could use up all that there is.
 * Returns `start(stream, take)`, which returns `stop()`: that pauses the stream.
 */
export function throttleStreams({ bytesPerSecond, free = 0 }: Rate) {
  const perTick = (bytesPerSecond * TICK_MS) / 1000
  /** The streams that are limited, in the order of their turns. */
  const streams = new Set<Flow>()
  /** The streams within their free bytes. They are resumed as well, since another reader may have paused one. */
  const beginning = new Set<Flow>()
  /** The streams that have had their chunk in this turn of the event loop. */
  const served = new Set<Flow>()
  let left = perTick
  let timer: NodeJS.Timeout | undefined

  function tick(): void {
    left = Math.min(perTick, left + perTick)
    if (streams.size + beginning.size === 0) {
      clearInterval(timer)
      timer = undefined
    }
    for (const stream of beginning) stream.resume()
    if (left > 0) for (const stream of streams) stream.resume()
  }

  function waitInLine(stream: Flow): void {
    beginning.delete(stream)
    streams.delete(stream)
    streams.add(stream)
    if (left <= 0) for (const each of streams) each.pause()
    stream.pause()
    if (served.size === 0) setImmediate(nextTurn)
    served.add(stream)
  }

  function nextTurn(): void {
    if (left > 0) for (const stream of served) if (streams.has(stream)) stream.resume()
    served.clear()
  }

  return (stream: Readable, take: (chunk: Buffer) => void, flow: Flow = stream): (() => void) => {
    let taken = 0
    const onData = (chunk: Buffer) => {
      if (taken >= free) left -= chunk.length
      taken += chunk.length
      if (taken >= free) waitInLine(flow)
      take(chunk)
    }
    timer ??= setInterval(tick, TICK_MS)
    stream.on('data', onData)
    if (free > 0) beginning.add(flow)
    else waitInLine(flow)
    return () => {
      beginning.delete(flow)
      streams.delete(flow)
      stream.off('data', onData)
      flow.pause()
    }
  }
}
