import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { fromDrizzle, type JobResult, type JobWithMetadata, type PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { Db } from './database/with-transaction.ts'
import { codesOf } from './failures.ts'
import { openQueue } from './job-queue.ts'
import type { Letter } from './mail/letter.ts'

/** Work that follows from a change, written in the change's own transaction: done if and only if it happened. */
export type Jobs = {
  sendMail(db: Db, ...letters: Letter[]): Promise<void>
  /** Mails a link to choose a new password, if there is such an account: nobody waits to learn whether. */
  mailPasswordReset(db: Db, email: string): Promise<void>
}

/** What waits is worked off without a pause; then the queue is looked at every two seconds. */
const WITHOUT_PAUSE = {
  batchSize: 5,
  burstWhenBatchFull: true,
  perJobResults: true,
  includeMetadata: true,
} as const
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
  cleanUp: (() => Promise<unknown>)[]
  log: Logger
}

/**
 * Starts the worker of the jobs: mail (tried again, later and later), links for a new password, once a minute the
 * payments' and holds' reconciliation and once an hour the clean-up. The queue is in the database: it survives restarts
 * and is shared by processes.
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
  let ending = false
  const isEnding = () => ending
  const jobs: Jobs = {
    async sendMail(db, ...letters) {
      const waiting = letters.map((data) => ({ data, priority: data.canWait ? -1 : 0 }))
      if (waiting.length > 0) await boss.insert('mail', waiting, { db: fromDrizzle(db, sql) })
    },
    async mailPasswordReset(db, email) {
      await boss.send('password-reset', { email }, { db: fromDrizzle(db, sql) })
    },
  }
  await boss.work(
    'mail',
    WITHOUT_PAUSE,
    inTurn({ log, isEnding, boss }, (letter: Letter) => mail.send(letter)),
  )
  await boss.work(
    'password-reset',
    WITHOUT_PAUSE,
    inTurn({ log, isEnding, boss }, ({ email }: { email: string }) => mailPasswordReset(jobs, email)),
  )
  /** What fails as a whole is tried again by the clock. */
  const logged = (event: string, words: string, work: () => Promise<unknown>) => async () => {
    await work().catch((err) => {
      log.error({ event, err }, words)
      throw err
    })
  }
  await boss.work(
    'reconcile-payments',
    logged('reconcile-failed', 'payments could not be reconciled', async () => {
      if (await reconcilePayments(jobs)) await boss.send('reconcile-payments', {}, SOON)
    }),
  )
  await boss.work('clean-up', async () => {
    const words = 'what is no longer needed could not be removed'
    // One that fails does not keep the others.
    const all = await Promise.allSettled(cleanUp.map((clean) => logged('clean-up-failed', words, clean)()))
    const failed = all.find(({ status }) => status === 'rejected')
    if (failed) throw new Error(words)
  })
  await boss.schedule('reconcile-payments', '* * * * *')
  await boss.schedule('clean-up', '17 * * * *')
  return {
    ...jobs,
    stop() {
      ending = true
      return boss.stop({ graceful: true, timeout: FINISH_MS })
    },
  }
}

type Turns = { log: Logger; isEnding: () => boolean; boss: Pick<PgBoss, 'send'> }

/**
 * One after the other, each with an end of its own: what fails is tried again without the others. What was not begun
 * when the shop closes is written down anew: failed, it would lose a try, and with its last one be given up. Without an
 * answer in time all would be tried again, those that are done too.
 */
function inTurn<T extends object>({ log, isEnding, boss }: Turns, work: (data: T) => Promise<unknown>) {
  return async (jobs: JobWithMetadata<T>[]): Promise<JobResult[]> => {
    const results: JobResult[] = []
    for (const job of jobs) {
      if (isEnding()) {
        const anew = await boss.send(job.name, job.data, { priority: job.priority }).catch(() => null)
        if (anew) results.push({ id: job.id, status: 'completed' })
        continue
      }
      results.push(
        await work(job.data).then(
          () => ({ id: job.id, status: 'completed' as const }),
          (error: Error) => {
            logFailure(log, job, error)
            return { id: job.id, status: 'failed' as const, output: { message: error.message } }
          },
        ),
      )
    }
    return results
  }
}

/**
 * Of the error its codes alone, the number of the mail server's reply, and whether a certificate was not believed, which
 * has no code of its own: a mail server's words name whom the mail was for. They are kept with the job.
 */
function logFailure(
  log: Logger,
  { id, name, retryCount, retryLimit }: JobWithMetadata<unknown>,
  error: Error & { responseCode?: number },
): void {
  const codes = codesOf(error)
  const ofCertificate =
    /certificate/i.test(error.message) && codes.some((code) => /^E(SOCKET|TLS)$/.test(code))
  const reason = ofCertificate ? { reason: 'certificate' } : {}
  const about = { event: 'mail-failed', queue: name, jobId: id, codes, reply: error.responseCode, ...reason }
  if (retryCount < retryLimit) log.warn(about, 'a mail could not be sent; it is tried again')
  else log.error(about, 'a mail could not be sent and is given up')
}
