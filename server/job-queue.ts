import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'

/**
 * A process that was killed leaves its jobs behind as begun. One whose process has said nothing for 20 seconds
 * counts as failed: mail is tried again (it may then come twice), a reconciliation makes room for the next.
 */
const ALIVE = { heartbeatSeconds: 20 }
/** How often such jobs are looked for. */
const LOOK_SECONDS = 10

/**
 * Opens the queue of the jobs, in the database's schema `jobs`, which is made where it is missing. `idle`: for
 * whoever only puts something into it, nothing is looked after or begun by the clock.
 */
export async function openQueue(pool: pg.Pool, { log, idle = false }: { log: Logger; idle?: boolean }) {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema: 'jobs',
    superviseIntervalSeconds: LOOK_SECONDS,
    monitorIntervalSeconds: LOOK_SECONDS,
    ...(idle && { supervise: false, schedule: false }),
  })
  boss.on('error', (error) => log.error({ event: 'jobs', err: error }, 'the job queue failed'))
  await boss.start()
  const untilSent = { ...ALIVE, retryLimit: 8, retryDelay: 15, retryBackoff: true }
  const oneAtATime = { ...ALIVE, retryLimit: 0 }
  await makeQueue(boss, 'mail', untilSent)
  await makeQueue(boss, 'password-reset', untilSent)
  await makeQueue(boss, 'reconcile-payments', oneAtATime, 'singleton')
  await makeQueue(boss, 'clean-up', oneAtATime, 'singleton')
  return boss
}

/** Makes the queue, or has one that an earlier version of the shop made follow the rules of this one. */
async function makeQueue(boss: PgBoss, name: string, rules: object, policy?: 'singleton'): Promise<void> {
  await boss.createQueue(name, { ...rules, ...(policy && { policy }) })
  await boss.updateQueue(name, rules)
  // Has it remember the queue: a first job would ask for it on a connection of its own, in the midst of a transaction.
  await boss.findJobs(name, { id: randomUUID() })
}
