import { constants } from 'node:os'

/** Why work ended that was told to. */
export class ToldToEnd extends Error {
  /** As whoever started the process knows it of one that a signal ended. */
  readonly exitCode: number

  constructor(signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP') {
    super(`It was told to end (${signal}), and is not done.`)
    this.exitCode = 128 + constants.signals[signal]
  }
}

/**
 * Does work that must not be left half done where the process is told to end: `told` is aborted then, and the work takes
 * back what it has done and throws its reason, a ToldToEnd.
 */
export async function untilToldToEnd<T>(work: (told: AbortSignal) => Promise<T>): Promise<T> {
  const ending = new AbortController()
  const signals = (['SIGINT', 'SIGTERM', 'SIGHUP'] as const).map((signal) => {
    // A Ctrl-C comes twice, from the terminal and from npm.
    const end = () => ending.abort(new ToldToEnd(signal))
    process.on(signal, end)
    return { signal, end }
  })
  try {
    return await work(ending.signal)
  } finally {
    for (const { signal, end } of signals) process.off(signal, end)
  }
}
