import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { fromDrizzle, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { Db } from './database/with-transaction.ts'
import type { Letter } from './sign-in/with-token.ts'

/** Work that follows from a change, written in the change's own transaction: done if and only if it happened. */
export type Jobs = {
  sendMail(db: Db, mail: Letter): Promise<void>
  /** Mails a link to choose a new password, if there is such an account: nobody waits to learn whether. */
  mailPasswordReset(db: Db, email: string): Promise<void>
}

type Deps = {
  pool: pg.Pool
  mail: { send(letter: Letter): Promise<void> }
  mailPasswordReset: (jobs: Jobs, email: string) => Promise<unknown>
  reconcilePayments: (jobs: Jobs) => Promise<unknown>
  cleanUp: () => Promise<unknown>
  log: Logger
}

/**
 * Starts the worker of the jobs: mail (tried again, later and later), and once a minute the payments' and
 * holds' reconciliation. The queue is in the database: it survives restarts and is shared by processes.
 */
export async function startJobs({
  pool,
  mail,
  mailPasswordReset,
  reconcilePayments,
  cleanUp,
  log,
}: Deps): Promise<Jobs & { stop(): Promise<void> }> {
  const boss = new PgBoss({ db: { executeSql: (text, values) => pool.query(text, values) }, schema: 'jobs' })
  const jobs: Jobs = {
    async sendMail(db, message) {
      await boss.send('mail', message, { db: fromDrizzle(db, sql) })
    },
    async mailPasswordReset(db, email) {
      await boss.send('password-reset', { email }, { db: fromDrizzle(db, sql) })
    },
  }
  boss.on('error', (error) => log.error({ event: 'jobs', err: error }, 'the job queue failed'))
  await boss.start()
  const untilSent = { retryLimit: 8, retryDelay: 15, retryBackoff: true }
  await boss.createQueue('mail', untilSent)
  await boss.createQueue('password-reset', untilSent)
  await boss.createQueue('reconcile-payments', { policy: 'singleton', retryLimit: 0 })
  await boss.createQueue('clean-up', { policy: 'singleton', retryLimit: 0 })
  await boss.work<Letter>('mail', async (jobs) => {
    for (const job of jobs) await mail.send(job.data)
  })
  await boss.work<{ email: string }>('password-reset', async (asked) => {
    for (const job of asked) await mailPasswordReset(jobs, job.data.email)
  })
  await boss.work('reconcile-payments', async () => void (await reconcilePayments(jobs)))
  await boss.work('clean-up', async () => void (await cleanUp()))
  await boss.schedule('reconcile-payments', '* * * * *')
  await boss.schedule('clean-up', '17 * * * *')
  return { ...jobs, stop: () => boss.stop({ graceful: true, timeout: 5_000 }) }
}
