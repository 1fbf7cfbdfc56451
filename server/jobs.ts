import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { fromDrizzle, type JobWithMetadata, type PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { Db } from './database/with-transaction.ts'
import { codesOf } from './failures.ts'
import { openQueue } from './job-queue.ts'
import type { QueuedMail } from './mail/queued-mail.ts'

/** Work that follows from a change, queued in the change's own transaction: done if and only if the change happened. */
export type Jobs = {
  sendMail(db: Db, ...mails: QueuedMail[]): Promise<void>
  /** Mails a link to choose a new password, if there is such an account: the caller does not wait to learn whether. */
  mailPasswordReset(db: Db, email: string): Promise<void>
}

/**
 * How many mails are sent at the same time, each over a connection of its own to the mail server: one that hangs does
 * not hold up the others. Some mail servers accept no more than three.
 */
const MAILS_AT_ONCE = 3
/** How long jobs under way may take to finish once the shop closes, in milliseconds; requests have as long. */
const FINISH_MS = 6_000
/** The most characters of a failure's message that are stored with its job. */
const MOST_STORED = 1_000

/**
 * When a failed reconciliation is tried again: once the provider is back, payments are in step within a minute. Only
 * one such job in that time, however many failed. It has no key: the queue runs one job of each key at a time, and this
 * one and the scheduled one would ask the provider side by side.
 */
const SOON = { startAfter: 15, singletonSeconds: 15 }

type Deps = {
  pool: pg.Pool
  mail: { send(queued: QueuedMail): Promise<void> }
  mailPasswordReset: (jobs: Jobs, email: string) => Promise<unknown>
  /** Answers how many payments could not be reconciled now. */
  reconcilePayments: (jobs: Jobs) => Promise<number>
  cleanUp: (() => Promise<unknown>)[]
  log: Logger
}

/**
 * Opens the job queue: mail (retried with growing pauses), links for a new password, once a minute the reconciliation
 * of payments and holds, and once an hour the clean-up. The queue is in the database: it survives restarts and is
 * shared by processes. Jobs run from `begin()` on: a start that fails would leave some half done, and one that is tried
 * again and again would use up all the tries of a mail.
 */
export async function openJobs({
  pool,
  mail,
  mailPasswordReset,
  reconcilePayments,
  cleanUp,
  log,
}: Deps): Promise<Jobs & { begin(): Promise<void>; stop(): Promise<void> }> {
  const boss = await openQueue(pool, { log })
  const jobs: Jobs = {
    async sendMail(db, ...mails) {
      const waiting = mails.map((data) => ({ data, priority: data.canWait ? -1 : 0 }))
      if (waiting.length > 0) await boss.insert('mail', waiting, { db: fromDrizzle(db, sql) })
    },
    async mailPasswordReset(db, email) {
      await boss.send('password-reset', { email }, { db: fromDrizzle(db, sql) })
    },
  }
  async function begin(): Promise<void> {
    for (let n = 0; n < MAILS_AT_ONCE; n++)
      await workOff({ boss, log }, 'mail', (queued: QueuedMail) => mail.send(queued))
    await workOff({ boss, log }, 'password-reset', ({ email }: { email: string }) =>
      mailPasswordReset(jobs, email),
    )
    /** A job that fails as a whole is run again by its schedule. */
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
      // A failure does not keep the others from running.
      const all = await Promise.allSettled(cleanUp.map((clean) => logged('clean-up-failed', words, clean)()))
      const failed = all.find(({ status }) => status === 'rejected')
      if (failed) throw new Error(words)
    })
  }

  await boss.schedule('reconcile-payments', '* * * * *')
  await boss.schedule('clean-up', '17 * * * *')
  return {
    ...jobs,
    begin,
    stop: () => boss.stop({ graceful: true, timeout: FINISH_MS }),
  }
}

/**
 * Works off a queue, one job after the other and without a pause; when it is empty it is checked every two seconds, and
 * after a failure that the next job would meet as well. Each job is marked as done as soon as it is, or retried if it
 * fails. Once the shop closes no job is started.
 */
async function workOff<T>(
  { boss, log }: { boss: PgBoss; log: Logger },
  queue: string,
  work: (data: T) => Promise<unknown>,
): Promise<void> {
  const id = await boss.work(queue, { includeMetadata: true }, async ([job]: JobWithMetadata<T>[]) => {
    if (!job) return
    const failure = await work(job.data).then(
      () => undefined,
      (error: Error) => error,
    )
    // Look for the next job right after this one. While there is no mail server, thousands that wait would each be
    // tried, and logged, a hundred times a second, and use up their tries.
    if (!failure || isOfThisMail(failure)) boss.notifyWorker(id)
    if (!failure) return
    logFailure(log, job, failure)
    throw new Error(storable(failure.message))
  })
}

/** Whether the mail server replied to the sender, the recipient or the text, as it may not do to another mail's. */
const isOfThisMail = (failure: Error) => codesOf(failure).some((code) => /^E(ENVELOPE|MESSAGE)$/.test(code))

/**
 * The beginning of a message, as PostgreSQL can store it: without NUL and halves of characters. A mail server may reply
 * anything, and a job whose failure cannot be stored would stay active.
 */
const storable = (message: string) => message.slice(0, MOST_STORED).replaceAll('\0', '').toWellFormed()

/**
 * Logs only an error's codes, the mail server's reply code, and whether its certificate was not trusted, which has no
 * code of its own: the server's message names the recipient. The message is stored with the job.
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
  if (retryCount < retryLimit) log.warn(about, 'a mail could not be sent and will be retried')
  else log.error(about, 'a mail could not be sent and is given up')
}
