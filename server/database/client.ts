import pg from 'pg'

export type ClientConfig = pg.ClientConfig & { silenceMs?: number }
type Done = (error: Error | null, result?: pg.QueryResult) => void

/**
 * pg's connection, which fails what the server has not answered after `silenceMs`, as pg does by its `query_timeout`; a
 * query that names one of its own is left to pg.
 *
 * pg writes a function straight into a field of each query for that, and where it answers by a promise:
 * `query.callback = (…) => …`. V8 takes what is written so for a method of something that stays, and makes it among what
 * is old. Whatever is within its reach, so all that the query answers, is then kept until everything is collected, and
 * copied there meanwhile. A function that is handed over is as young as everything else.
 */
export class Client extends pg.Client {
  readonly #silenceMs: number

  constructor({ silenceMs = 15_000, ...config }: ClientConfig = {}) {
    super(config)
    this.#silenceMs = silenceMs
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
      // Of more use than where the answer was read.
      Error.captureStackTrace(error)
      throw error
    })
  }

  #ask(question: unknown, values: unknown, done: Done): void {
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      done(new Error('Query read timeout'))
      // Whatever else was asked waits behind it.
      if (this.pipeline) this.connection.stream.destroy()
    }, this.#silenceMs)
    super.query(question as never, values as never, (error: Error | null, result: pg.QueryResult) => {
      clearTimeout(timer)
      if (!isLate) done(error, result)
    })
  }
}
