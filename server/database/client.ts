import pg from 'pg'

export type ClientConfig = pg.ClientConfig & { queryTimeoutMs?: number }
type Done = (error: Error | null, result?: pg.QueryResult) => void

/**
 * pg's client, which fails a query that the server has not answered after `queryTimeoutMs`. pg's own `query_timeout`
 * does the same, and is used for a query that sets one.
 *
 * It is not used for all queries because pg then assigns a closure to a property of each: `query.callback = (…) => …`,
 * as it also does to return a promise. V8 allocates a closure that is assigned to a property in the old generation, and
 * the result it references then lives until a full collection. A closure that is passed as an argument is allocated
 * young.
 */
export class Client extends pg.Client {
  readonly #queryTimeoutMs: number

  constructor({ queryTimeoutMs = 15_000, ...config }: ClientConfig = {}) {
    super(config)
    this.#queryTimeoutMs = queryTimeoutMs
  }

  // biome-ignore lint/suspicious/noExplicitAny: pg declares eight forms of it.
  override query(...asked: any[]): any {
    const [question, values] = asked
    const isLeftToPg = typeof question?.submit === 'function' || question?.query_timeout !== undefined
    if (isLeftToPg) return super.query(...(asked as [never]))
    const done = asked.at(-1)
    if (typeof done === 'function') return this.#ask(question, values, done)
    return new Promise((answer, fail) => {
      this.#ask(question, values, (error, result) => (error ? fail(error) : answer(result)))
    }).catch((error: Error) => {
      // The caller's stack is of more use than that of the code which read the answer.
      Error.captureStackTrace(error)
      throw error
    })
  }

  #ask(question: unknown, values: unknown, done: Done): void {
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      done(new Error('Query read timeout'))
      // All later queries on it wait behind this one.
      if (this.pipeline) this.connection.stream.destroy()
    }, this.#queryTimeoutMs)
    super.query(question as never, values as never, (error: Error | null, result: pg.QueryResult) => {
      clearTimeout(timer)
      if (!isLate) done(error, result)
    })
  }
}
