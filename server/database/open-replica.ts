import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Logger } from 'pino'
import { codeOf } from './database-away.ts'
import { type Database, openDatabase } from './open.ts'
import { onPipeline, type Pipeline, pipelineOf } from './pipeline.ts'
import { tellLost } from './tell-lost.ts'

/** How old data from the replica may be, in milliseconds. */
const OLDEST_MS = 1_000
/** Between two checks of its progress. */
const EVERY_MS = 200
/** How long it may take to answer: then the primary is asked instead. */
const TIMEOUT_MS = 2_000
/**
 * The identifier that a server and its standbys have in common. If the role may not read it, only the database's id is
 * compared.
 */
const CLUSTER = '(select system_identifier from pg_control_system())'
const NO_CLUSTER = 'null'
const INSUFFICIENT_PRIVILEGE = '42501'
/** How long after the start it may take to be near for the first time: then it is logged as left. */
const START_MS = 5_000

export type Replica = Database & {
  /** Whether it has everything that the primary had a second ago. */
  isNear(): boolean
}

/**
 * Opens a connection to a standby, and keeps checking its progress: it notes the primary's position in the WAL, and
 * when that was; once the standby has replayed up to that position, it is as the primary was then. So no clocks are
 * compared, nothing is written, and it makes no difference why a standby lags, or whether anybody changes anything. It
 * is logged when the replica is taken into use, when and why it is left, and also if it is not near within a few
 * seconds of the start: its address may be wrong, and then it never will be.
 *
 * Several standbys may be behind the address, each connection with one of them. So everything is read through the one
 * connection that is checked, and when that is lost nothing is read until the next one has been checked: that may be
 * with another standby.
 */
export function openReplica(
  url: string,
  primaryUrl: string,
  { log, startMs = START_MS }: { log: Logger; startMs?: number },
): Replica {
  const tellReplicaLost = tellLost(log, 'replica')
  const forget = (err: Error) => {
    asOf = Number.NEGATIVE_INFINITY
    tellReplicaLost(err)
  }
  // Its pool is not used, and so never connects.
  const database = openDatabase(url, { pipelined: 1, timeoutMs: TIMEOUT_MS, onIdleError: forget })
  const { pipeline } = pipelineOf(database.db)!
  // A connection of its own: that all others are busy is no reason to leave the replica.
  const primary = openDatabase(primaryUrl, {
    max: 1,
    timeoutMs: OLDEST_MS,
    onIdleError: tellLost(log, 'database'),
  })
  const closing = new AbortController()
  let cluster = CLUSTER
  let noted: { at: number; position: string; database: string } | undefined
  let asOf = Number.NEGATIVE_INFINITY
  let told: 'near' | 'left' | undefined
  const opened = performance.now()

  const isNear = () => performance.now() - asOf < OLDEST_MS

  async function readWhileNear(...asked: Parameters<pg.Client['query']>) {
    if (!isNear()) throw new Error('The replica is not near.')
    return pipeline.query(...asked)
  }

  async function look(): Promise<void> {
    noted ??= { at: performance.now(), ...(await positionOf(primary.pool, cluster)) }
    await requireReached(pipeline, noted, cluster)
    asOf = noted.at
    noted = undefined
  }

  function tellOrAskLess(error: Error): void {
    if (cluster === NO_CLUSTER || codeOf(error) !== INSUFFICIENT_PRIVILEGE) tell(error)
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

/** Identifies the database: the WAL position is that of all databases of a server. */
const databaseOf = (cluster: string) =>
  `concat_ws(' ', (select oid from pg_database where datname = current_database()), ${cluster})`

/**
 * The WAL position of the last change, even of one that was acknowledged before it was on disk (`synchronous_commit`).
 */
async function positionOf(
  primary: pg.Pool,
  cluster: string,
): Promise<{ position: string; database: string }> {
  const { rows } = await primary.query(
    `select pg_current_wal_insert_lsn() as position, ${databaseOf(cluster)} as database`,
  )
  return rows[0]
}

/** Throws if it has not reached that position, with a message that says what may keep it from ever reaching it. */
async function requireReached(
  standby: Pipeline,
  { position, database }: { position: string; database: string },
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
    [position, database],
  )
  const { follows, same, reached, readable } = rows[0] ?? {}
  if (!follows) throw new Error('The replica is not a standby.')
  if (!same) throw new Error('The replica is of another database.')
  if (!reached) throw new Error('The replica is behind.')
  if (!readable) throw new Error('The replica does not let this role read the tables of the shop.')
}
