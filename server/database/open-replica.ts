import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Logger } from 'pino'
import { codeOf } from './database-away.ts'
import { type Database, openDatabase } from './open.ts'
import { onPipeline, type Pipeline, pipelineOf } from './pipeline.ts'

/** How old what is read from the replica may be, in milliseconds. */
const OLDEST_MS = 1_000
/** Between two looks at how far it has followed. */
const EVERY_MS = 200
/** How long it may take to answer: then the primary is asked instead. */
const TIMEOUT_MS = 2_000
/** The number that a server and its standbys have in common. Where it is kept from the role the database's is compared alone. */
const CLUSTER = '(select system_identifier from pg_control_system())'
const NO_CLUSTER = 'null'
const KEPT_BACK = '42501'
/** How long after the start it may take until it is near for the first time: then it is told of as left. */
const START_MS = 5_000

export type Replica = Database & {
  /** Whether it holds all that the primary held a second ago. */
  isNear(): boolean
}

/**
 * Opens a connection to a standby that follows the primary, and keeps looking at how far it has followed: the primary's
 * place in its log, and when that was, are noted; once the standby has come to that place it is as the primary was
 * then. So no clocks are compared, nothing is written, and it makes no difference why a standby does not follow, or
 * whether anybody changes anything. `log` hears of it when it is taken, when it is left and why, and also where it is
 * not near within a few seconds of the start: its address may be wrong, and then it never will be.
 *
 * Several standbys may be behind the address, each connection with one of them. So everything is read through the one
 * connection that is looked through, and when it is lost nothing is until the next one has been: that may be with
 * another standby.
 */
export function openReplica(
  url: string,
  primaryUrl: string,
  { log, startMs = START_MS }: { log: Logger; startMs?: number },
): Replica {
  const tellLost = (to: 'replica' | 'database') => (err: Error) =>
    log.warn({ event: 'connection-lost', err }, `an idle connection to the ${to} ended`)
  const forget = (err: Error) => {
    asOf = Number.NEGATIVE_INFINITY
    tellLost('replica')(err)
  }
  // Nothing is asked of its pool, which connects to nothing then.
  const database = openDatabase(url, { pipelined: 1, timeoutMs: TIMEOUT_MS, onIdleError: forget })
  const { pipeline } = pipelineOf(database.db)!
  // A connection of its own: where all others are taken, it is no reason to leave the replica.
  const primary = openDatabase(primaryUrl, {
    max: 1,
    timeoutMs: OLDEST_MS,
    onIdleError: tellLost('database'),
  })
  const closing = new AbortController()
  let cluster = CLUSTER
  let noted: { at: number; place: string; database: string } | undefined
  let asOf = Number.NEGATIVE_INFINITY
  let told: 'near' | 'left' | undefined
  const opened = performance.now()

  const isNear = () => performance.now() - asOf < OLDEST_MS

  async function readWhileNear(...asked: Parameters<pg.Client['query']>) {
    if (!isNear()) throw new Error('The replica is not near.')
    return pipeline.query(...asked)
  }

  async function look(): Promise<void> {
    noted ??= { at: performance.now(), ...(await placeOf(primary.pool, cluster)) }
    await requireReached(pipeline, noted, cluster)
    asOf = noted.at
    noted = undefined
  }

  function tellOrAskLess(error: Error): void {
    if (cluster === NO_CLUSTER || codeOf(error) !== KEPT_BACK) tell(error)
    else {
      cluster = NO_CLUSTER
      noted = undefined
    }
  }

  function tell(err = new Error('The replica is behind.')): void {
    const now = isNear() ? 'near' : 'left'
    if (now === told || (!told && now === 'left' && performance.now() - opened < startMs)) return
    told = now
    if (now === 'near') log.info({ event: 'replica-near' }, 'public lists are read from the replica')
    else log.warn({ event: 'replica-left', err }, 'public lists are read from the primary')
  }

  async function keepLooking(): Promise<void> {
    while (!closing.signal.aborted) {
      await look().then(() => tell(), tellOrAskLess)
      await pause(EVERY_MS, undefined, { ref: false, signal: closing.signal }).catch(() => {})
    }
  }

  const looking = keepLooking()
  return {
    pool: database.pool,
    db: onPipeline({ ...pipeline, query: readWhileNear as unknown as Pipeline['query'] }),
    isNear,
    async close() {
      closing.abort()
      await looking
      await Promise.all([database, primary].map(({ close }) => close()))
    },
  }
}

/** What names the database: its place in the log is that of all databases of a server. */
const databaseOf = (cluster: string) =>
  `concat_ws(' ', (select oid from pg_database where datname = current_database()), ${cluster})`

/** Where the last change ends, also one that was acknowledged before it was on the disk (`synchronous_commit`). */
async function placeOf(primary: pg.Pool, cluster: string): Promise<{ place: string; database: string }> {
  const { rows } = await primary.query(
    `select pg_current_wal_insert_lsn() as place, ${databaseOf(cluster)} as database`,
  )
  return rows[0]
}

/** Throws where it has not come to that place, in words that say what keeps it from ever coming there. */
async function requireReached(
  standby: Pipeline,
  { place, database }: { place: string; database: string },
  cluster: string,
): Promise<void> {
  const { rows } = await standby.query<{
    follows: boolean
    same: boolean
    reached: boolean | null
    readable: boolean | null
  }>(
    `select pg_is_in_recovery() as follows, ${databaseOf(cluster)} = $2 as same,
      pg_last_wal_replay_lsn() >= $1::pg_lsn as reached,
      has_table_privilege(to_regclass('products')::oid, 'select') as readable`,
    [place, database],
  )
  const { follows, same, reached, readable } = rows[0] ?? {}
  if (!follows) throw new Error('The replica is not a standby.')
  if (!same) throw new Error('The replica is of another database.')
  if (!reached) throw new Error('The replica is behind.')
  if (!readable) throw new Error('The replica does not let this role read the tables of the shop.')
}
