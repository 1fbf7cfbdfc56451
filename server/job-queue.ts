import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { LOCKS } from './database/locks.ts'
import { withTransaction } from './database/with-transaction.ts'

/**
 * The jobs of a killed process are left as started. A job whose process has sent no heartbeat for 20 seconds counts as
 * failed: mail is tried again (it may then come twice), a reconciliation makes room for the next.
 */
const ALIVE = { heartbeatSeconds: 20 }
/** How often such jobs are looked for. */
const LOOK_SECONDS = 10
/** How often it is checked whether the clock was set back. */
const CLOCK_MS = 60_000
/**
 * How long a waiting job is kept, from when it may first start. By default pg-boss silently drops jobs after a
 * fortnight, because no process ran or no mail server was there.
 */
const KEPT = { retentionSeconds: 365 * 24 * 60 * 60 }

/**
 * Opens the job queue, in the database's schema `jobs`, which is created if it is missing. `idle`: for commands that
 * only add jobs; no maintenance and no schedules run.
 */
export async function openQueue(pool: pg.Pool, { log, idle = false }: { log: Logger; idle?: boolean }) {
  await makeSchema(pool)
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema: 'jobs',
    createSchema: false,
    superviseIntervalSeconds: LOOK_SECONDS,
    monitorIntervalSeconds: LOOK_SECONDS,
    ...(idle && { supervise: false, schedule: false }),
  })
  // For failures of its workers pg-boss passes an object that is no Error, with the queue.
  boss.on('error', (told: Error & { queue?: string }) => {
    const err = told instanceof Error ? told : Object.assign(new Error(), told)
    log.error({ event: 'jobs', queue: told.queue, err }, 'the job queue failed')
  })
  await boss.start()
  if (!idle) {
    await putBackTimes(pool, log)
    const watch = setInterval(() => void watchClock(pool, log), CLOCK_MS).unref()
    boss.once('stopped', () => clearInterval(watch))
  }
  const untilSent = { ...ALIVE, ...KEPT, retryLimit: 8, retryDelay: 15, retryBackoff: true }
  const oneAtATime = { ...ALIVE, retryLimit: 0 }
  await makeQueue(boss, 'mail', untilSent)
  await makeQueue(boss, 'password-reset', untilSent)
  await makeQueue(boss, 'reconcile-payments', oneAtATime, 'singleton')
  await makeQueue(boss, 'clean-up', oneAtATime, 'singleton')
  return boss
}

/**
 * Creates the schema before pg-boss would. pg-boss checks for it before it takes its lock, so of processes that start
 * together one may try to create what another has just created, and cannot handle PostgreSQL's error.
 */
async function makeSchema(pool: pg.Pool): Promise<void> {
  await withTransaction(pool, async (_db, client) => {
    await client.query('select pg_advisory_xact_lock($1)', [LOCKS.makeJobSchema])
    // Not "if not exists", which needs the right to create schemas even if there is nothing to create.
    const { rowCount } = await client.query(`select from pg_namespace where nspname = 'jobs'`)
    if (rowCount === 0) await client.query('create schema jobs')
  })
}

/**
 * Corrects times that were written while the database's clock was ahead. Until such a time had come pg-boss would run
 * no schedule, maintain no queue, retry nothing and take a killed process's jobs for alive; and then skip a schedule
 * that had its turn already in a minute of the same name. No retry waits for two hours, nor does any of its own pauses.
 */
async function putBackTimes(pool: pg.Pool, log: Logger): Promise<void> {
  const soon = `now() + interval '1 minute'`
  const late = `now() + interval '2 hours'`
  let rows = 0
  for (const update of [
    `version set cron_on = null, bam_on = null, flow_on = null, reindex_on = null, monitor_backoff_on = null
     where greatest(cron_on, bam_on, flow_on, reindex_on) > ${soon} or monitor_backoff_on > ${late}`,
    `queue set monitor_claim_on = null, maintain_on = null where greatest(monitor_claim_on, maintain_on) > ${soon}`,
    `job set singleton_on = null where singleton_on > (${soon}) at time zone 'utc'`,
    `job set start_after = now() where state < 'active' and start_after > ${late}`,
    `job set started_on = now(), heartbeat_on = now()
     where state = 'active' and greatest(started_on, heartbeat_on) > ${soon}`,
  ])
    rows += (await pool.query(`update jobs.${update}`)).rowCount ?? 0
  if (rows > 0) log.warn({ event: 'clock-was-ahead', rows }, 'the job queue is reset to the current time')
}

/**
 * Puts times back as soon as the clock is right again. While a queue is open, pg-boss writes `cron_on` twice a minute: a
 * clock that was set back is seen there, without reading the jobs.
 */
async function watchClock(pool: pg.Pool, log: Logger): Promise<void> {
  const ahead = `select from jobs.version where cron_on > now() + interval '1 minute'`
  try {
    if ((await pool.query(ahead)).rowCount) await putBackTimes(pool, log)
  } catch {
    // The database is away: pg-boss logs that, and the next check comes in a minute.
  }
}

/** Creates the queue, or updates the rules of one that an earlier version of the shop created. */
async function makeQueue(boss: PgBoss, name: string, rules: object, policy?: 'singleton'): Promise<void> {
  await boss.createQueue(name, { ...rules, ...(policy && { policy }) })
  await boss.updateQueue(name, rules)
  // Makes pg-boss cache the queue: otherwise the first job would look it up on a connection of its own, in the middle
  // of a transaction.
  await boss.findJobs(name, { id: randomUUID() })
}
