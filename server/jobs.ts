import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { fromDrizzle, type Job, type JobResult } from 'pg-boss'
import type { Logger } from 'pino'
import type { Db } from './database/with-transaction.ts'
import { openQueue } from './job-queue.ts'
import type { Letter } from './sign-in/with-token.ts'

/** Work that follows from a change, written in the change's own transaction: done if and only if it happened. */
export type Jobs = {
  sendMail(db: Db, mail: Letter): Promise<void>
  /** Mails a link to choose a new password, if there is such an account: nobody waits to learn whether. */
  mailPasswordReset(db: Db, email: string): Promise<void>
}

/** What waits is worked off without a pause; then the queue is looked at every two seconds. */
const WITHOUT_PAUSE = { batchSize: 5, burstWhenBatchFull: true, perJobResults: true } as const
/** How long jobs under way may take to finish once the shop closes, in milliseconds. */
const FINISH_MS = 2_000

/**
 * When what failed is reconciled again: a provider that is back is in step within a minute. One such job at a
 * time, however many failed.
 */
const SOON = { startAfter: 15, singletonKey: 'soon', singletonSeconds: 15 }

type Deps = {
  pool: pg.Pool
  mail: { send(letter: Letter): Promise<void> }
  mailPasswordReset: (jobs: Jobs, email: string) => Promise<unknown>
  /** Answers how many payments could not be reconciled now. */
  reconcilePayments: (jobs: Jobs) => Promise<number>
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
  const boss = await openQueue(pool, { log })
  const jobs: Jobs = {
    async sendMail(db, message) {
      await boss.send('mail', message, { db: fromDrizzle(db, sql) })
    },
    async mailPasswordReset(db, email) {
      await boss.send('password-reset', { email }, { db: fromDrizzle(db, sql) })
    },
  }
  await boss.work<Letter>('mail', WITHOUT_PAUSE, (jobs) => inTurn(jobs, (letter) => mail.send(letter)))
  await boss.work<{ email: string }>('password-reset', WITHOUT_PAUSE, (asked) =>
    inTurn(asked, ({ email }) => mailPasswordReset(jobs, email)),
  )
  await boss.work('reconcile-payments', async () => {
    if (await reconcilePayments(jobs)) await boss.send('reconcile-payments', {}, SOON)
  })
  await boss.work('clean-up', async () => void (await cleanUp()))
  await boss.schedule('reconcile-payments', '* * * * *')
  await boss.schedule('clean-up', '17 * * * *')
  return { ...jobs, stop: () => boss.stop({ graceful: true, timeout: FINISH_MS }) }
}

/** One after the other, each with an end of its own: what fails is tried again without the others. */
async function inTurn<T>(jobs: Job<T>[], work: (data: T) => Promise<unknown>): Promise<JobResult[]> {
  const results: JobResult[] = []
  for (const { id, data } of jobs)
    results.push(
      await work(data).then(
        () => ({ id, status: 'completed' as const }),
        ({ message }: Error) => ({ id, status: 'failed' as const, output: { message } }),
      ),
    )
  return results
}
