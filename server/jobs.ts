import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { fromDrizzle, type JobWithMetadata, type PgBoss } from 'pg-boss'
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

/**
 * Letters that are under way at the same time, each over a connection to the mail server of its own: one for which it hangs
 * holds up no other. Some mail servers take no more than three.
 */
const LETTERS_AT_ONCE = 3
/** How long jobs under way may take to finish once the shop closes, in milliseconds; requests have as long. */
const FINISH_MS = 6_000

/**
 * When what failed is reconciled again: a provider that is back is in step within a minute. One such job in that time,
 * however many failed. It has no key: the queue gives one job of each key at a time, and this and the clock's would ask the
 * provider side by side.
 */
const SOON = { startAfter: 15, singletonSeconds: 15 }

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
 * Opens the queue of the jobs: mail (tried again, later and later), links for a new password, once a minute the
 * payments' and holds' reconciliation and once an hour the clean-up. The queue is in the database: it survives restarts
 * and is shared by processes. Its jobs are worked off from `begin()` on: a start that fails would take some with it, and
 * one that is tried again and again all the tries that a letter has.
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
    async sendMail(db, ...letters) {
      const waiting = letters.map((data) => ({ data, priority: data.canWait ? -1 : 0 }))
      if (waiting.length > 0) await boss.insert('mail', waiting, { db: fromDrizzle(db, sql) })
    },
    async mailPasswordReset(db, email) {
      await boss.send('password-reset', { email }, { db: fromDrizzle(db, sql) })
    },
  }
  async function begin(): Promise<void> {
    for (let n = 0; n < LETTERS_AT_ONCE; n++)
      await workOff({ boss, log }, 'mail', (letter: Letter) => mail.send(letter))
    await workOff({ boss, log }, 'password-reset', ({ email }: { email: string }) =>
      mailPasswordReset(jobs, email),
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
 * Works off what waits in a queue, one after the other and without a pause; then the queue is looked at every two seconds.
 * Each is noted as done as soon as it is, or tried again where it fails. When the shop closes none is begun any more.
 */
async function workOff<T>(
  { boss, log }: { boss: PgBoss; log: Logger },
  queue: string,
  work: (data: T) => Promise<unknown>,
): Promise<void> {
  const id = await boss.work(queue, { includeMetadata: true }, async ([job]: JobWithMetadata<T>[]) => {
    if (!job) return
    // The next is looked for right after this one.
    boss.notifyWorker(id)
    await work(job.data).catch((error: Error) => {
      logFailure(log, job, error)
      throw new Error(error.message)
    })
  })
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
