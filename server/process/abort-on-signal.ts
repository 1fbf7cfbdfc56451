import { constants } from 'node:os'

/** Why work was given up: a signal told the process to end. */
export class EndedBySignal extends Error {
  /** The exit code that shells know of a process that a signal ended. */
  readonly exitCode: number

  constructor(signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP') {
    super(`It was told to stop (${signal}) and is not done.`)
    this.exitCode = 128 + constants.signals[signal]
  }
}

/**
 * Does work that must not be left half done when a signal tells the process to end: then `signal` is aborted, and the
 * work undoes what it has done and throws the signal's reason, an EndedBySignal.
 */
export async function abortOnSignal<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const ending = new AbortController()
  const signals = (['SIGINT', 'SIGTERM', 'SIGHUP'] as const).map((signal) => {
    // A Ctrl-C comes twice, from the terminal and from npm.
    const end = () => ending.abort(new EndedBySignal(signal))
    process.on(signal, end)
    return { signal, end }
  })
  try {
    return await work(ending.signal)
  } finally {
    for (const { signal, end } of signals) process.off(signal, end)
  }
}
