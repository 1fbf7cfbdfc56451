import type { Logger } from 'pino'

const EVERY_MS = 10_000

/**
 * Logs that an idle connection ended: the first at once, those of the next seconds in one line with their number. In an
 * outage behind PgBouncer all connections end again and again.
 */
export function tellLost(log: Logger, to: 'replica' | 'database'): (err: Error) => void {
  let more = 0
  let last: Error | undefined
  let isWaiting = false
  const tell = (connections: number, err: Error) =>
    log.warn({ event: 'connection-lost', connections, err }, `an idle connection to the ${to} ended`)

  function wait(): void {
    isWaiting = true
    setTimeout(() => {
      isWaiting = false
      if (!last) return
      tell(more, last)
      more = 0
      last = undefined
      wait()
    }, EVERY_MS).unref()
  }

  return (err) => {
    if (isWaiting) {
      more++
      last = err
      return
    }
    tell(1, err)
    wait()
  }
}
