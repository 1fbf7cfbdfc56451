import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Logger } from 'pino'
import { type Database, openDatabase } from './open.ts'

/** How old what is read from the replica may be, in milliseconds. */
const OLDEST_MS = 1_000
/** Between two looks at how far it has followed. */
const EVERY_MS = 200
/** How long it may take to answer: then the primary is asked instead. */
const PATIENCE_MS = 2_000

export type Replica = Database & {
  /** Whether it holds all that the primary held a second ago. */
  isNear(): boolean
}

/**
 * Opens a pool on a standby that follows the primary, and keeps looking at how far it has followed: the primary's
 * place in its log, and when that was, are noted; once the standby has come to that place it is as the primary was
 * then. So no clocks are compared, nothing is written, and it makes no difference why a standby does not follow, or
 * whether anybody changes anything. `log` hears of it when it is left and taken again.
 */
export function openReplica(url: string, primaryUrl: string, { log }: { log: Logger }): Replica {
  const onIdleError = (err: Error) =>
    log.warn({ event: 'connection-lost', err }, 'an idle connection to the replica ended')
  const database = openDatabase(url, { ownSessions: true, patienceMs: PATIENCE_MS, onIdleError })
  // Connections of their own: where all others are taken, it is no reason to leave the replica.
  const own = { max: 1, patienceMs: OLDEST_MS, onIdleError }
  const [primary, standby] = [openDatabase(primaryUrl, own), openDatabase(url, own)]
  const closing = new AbortController()
  let noted: { place: string; at: number } | undefined
  let asOf = Number.NEGATIVE_INFINITY
  let wasNear = false

  const isNear = () => performance.now() - asOf < OLDEST_MS

  async function look(): Promise<void> {
    noted ??= { at: performance.now(), place: await placeOf(primary.pool) }
    if (!(await hasReached(standby.pool, noted.place))) return
    asOf = noted.at
    noted = undefined
  }

  function tell(err?: Error): void {
    if (isNear() === wasNear) return
    wasNear = !wasNear
    if (wasNear) log.info({ event: 'replica-near' }, 'public lists are read from the replica')
    else log.warn({ event: 'replica-left', ...(err && { err }) }, 'the replica is behind or away')
  }

  async function keepLooking(): Promise<void> {
    while (!closing.signal.aborted) {
      await look().then(() => tell(), tell)
      await pause(EVERY_MS, undefined, { ref: false, signal: closing.signal }).catch(() => {})
    }
  }

  const looking = keepLooking()
  return {
    ...database,
    isNear,
    async close() {
      closing.abort()
      await looking
      await Promise.all([database, primary, standby].map(({ close }) => close()))
    },
  }
}

/** Where the last change ends, also one that was acknowledged before it was on the disk (`synchronous_commit`). */
async function placeOf(primary: pg.Pool): Promise<string> {
  const { rows } = await primary.query<{ place: string }>('select pg_current_wal_insert_lsn() as place')
  return rows[0]?.place ?? ''
}

/** No server but a standby has such a place. */
async function hasReached(standby: pg.Pool, place: string): Promise<boolean> {
  const { rows } = await standby.query<{ reached: boolean | null }>(
    'select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn as reached',
    [place],
  )
  return rows[0]?.reached === true
}
