import { PGlite } from '@electric-sql/pglite'

type Message = Parameters<PGlite['execProtocolRawStream']>[0]
type StreamOptions = Parameters<PGlite['execProtocolRawStream']>[1]
type ExecOptions = Parameters<PGlite['exec']>[1]

/** Parse, Bind, Describe, Execute, Close and Flush: the messages that a client sends before a Sync. */
const PART_OF_A_BATCH = new Set([...'PBDECH'].map((letter) => letter.charCodeAt(0)))
/** Sync and a simple Query: the messages that end a batch. */
const END_OF_A_BATCH = new Set([...'SQ'].map((letter) => letter.charCodeAt(0)))

/**
 * PGlite, for the socket server in front of it, which lets several connections share this one session.
 *
 * That server hands over single protocol messages and keeps to one connection only while
 * `isInTransaction()`. A query with parameters is five messages around an unnamed statement that all
 * connections share, so between two of them another connection's would slip in and each would be answered
 * with the other's rows. Here a batch counts as a transaction until its Sync.
 */
export class EmbeddedEngine extends PGlite {
  #batchOpen = false

  override isInTransaction(): boolean {
    return this.#batchOpen || super.isInTransaction()
  }

  override async execProtocolRawStream(message: Message, options: StreamOptions): Promise<void> {
    const letter = message[0] ?? 0
    if (PART_OF_A_BATCH.has(letter)) this.#batchOpen = true
    await super.execProtocolRawStream(message, options)
    if (END_OF_A_BATCH.has(letter)) this.#batchOpen = false
  }

  /**
   * The socket server calls this for one thing: `ROLLBACK` when a connection died in its transaction. If it
   * died inside a batch that had failed, the engine skips everything up to the next Sync, which `exec`
   * sends after its query: then the first ROLLBACK was skipped too, and a second one is heard.
   */
  override async exec(query: string, options?: ExecOptions): ReturnType<PGlite['exec']> {
    const results = await super.exec(query, options)
    if (!this.#batchOpen) return results
    this.#batchOpen = false
    return super.isInTransaction() ? super.exec(query, options) : results
  }
}
