import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { LOCKS } from './database/locks.ts'
import { withTransaction } from './database/with-transaction.ts'

/**
 * A process that was killed leaves its jobs behind as begun. One whose process has said nothing for 20 seconds
 * counts as failed: mail is tried again (it may then come twice), a reconciliation makes room for the next.
 */
const ALIVE = { heartbeatSeconds: 20 }
/** How often such jobs are looked for. */
const LOOK_SECONDS = 10
/**
 * How long what waits is kept, from when it may first be begun. pg-boss's own fortnight throws away without a word what
 * waited for longer, because no process ran or no mail server was there.
 */
const KEPT = { retentionSeconds: 365 * 24 * 60 * 60 }

/**
 * Opens the queue of the jobs, in the database's schema `jobs`, which is made where it is missing. `idle`: for
 * whoever only puts something into it, nothing is looked after or begun by the clock.
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
  // Of what its workers meet pg-boss tells the parts, which are no error, and the queue.
  boss.on('error', (told: Error & { queue?: string }) => {
    const err = told instanceof Error ? told : Object.assign(new Error(), told)
    log.error({ event: 'jobs', queue: told.queue, err }, 'the job queue failed')
  })
  await boss.start()
  if (!idle) await putBackTimes(pool, log)
  const untilSent = { ...ALIVE, ...KEPT, retryLimit: 8, retryDelay: 15, retryBackoff: true }
  const oneAtATime = { ...ALIVE, retryLimit: 0 }
  await makeQueue(boss, 'mail', untilSent)
  await makeQueue(boss, 'password-reset', untilSent)
  await makeQueue(boss, 'reconcile-payments', oneAtATime, 'singleton')
  await makeQueue(boss, 'clean-up', oneAtATime, 'singleton')
  return boss
}

/**
 * Makes the schema before pg-boss would. pg-boss looks for it before it takes its lock, so of processes that start
 * together one may try to make what another has just made, and does not understand PostgreSQL's refusal.
 */
async function makeSchema(pool: pg.Pool): Promise<void> {
  await withTransaction(pool, async (_db, client) => {
    await client.query('select pg_advisory_xact_lock($1)', [LOCKS.makeJobSchema])
    // Not "if not exists", which takes the right to make schemas even where there is nothing to make.
    const { rowCount } = await client.query(`select from pg_namespace where nspname = 'jobs'`)
    if (rowCount === 0) await client.query('create schema jobs')
  })
}

/**
 * Puts back what was dated while the database's clock was ahead. Until that time had come pg-boss would begin nothing by the
 * clock, look after no queue, try nothing again and take a killed process's jobs for alive; and then leave out what had
 * its turn already in a minute of the same name. No retry waits for two hours, nor does a pause of its own.
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
  if (rows > 0) log.warn({ event: 'clock-was-ahead', rows }, 'the job queue is put back to the present time')
}

/** Makes the queue, or has one that an earlier version of the shop made follow the rules of this one. */
async function makeQueue(boss: PgBoss, name: string, rules: object, policy?: 'singleton'): Promise<void> {
  await boss.createQueue(name, { ...rules, ...(policy && { policy }) })
  await boss.updateQueue(name, rules)
  // Has it remember the queue: a first job would ask for it on a connection of its own, in the midst of a transaction.
  await boss.findJobs(name, { id: randomUUID() })
}
