import { rmSync } from 'node:fs'
import { createApp, type ExtraRoute } from '#server/app.ts'
import { addPipeline, openPipeline } from '#server/database/pipeline.ts'
import { queriesOn } from '#server/database/with-transaction.ts'
import type { Jobs } from '#server/jobs.ts'
import { forgetAllExhausted } from '#server/limits/exhausted-limits.ts'
import { createLog } from '#server/log.ts'
import { completeMail, type QueuedMail } from '#server/mail/queued-mail.ts'
import { createStripeCards } from '#server/outside/card-payments.stripe.ts'
import type { Timeouts } from '#server/outside/card-payments-sdk.stripe.ts'
import type { GoogleProvider } from '#server/outside/google.ts'
import { createDiskImageStore } from '#server/outside/image-store.disk.ts'
import type { ImageStore } from '#server/outside/image-store.ts'
import type { Mail } from '#server/outside/mail.ts'
import { createStripeSandbox, type StripeSandbox } from '#server/sandbox/stripe/stripe-sandbox.ts'
import { createAccessTokens } from '#server/sign-in/access-token.ts'
import { mailPasswordReset } from '#server/sign-in/mail-password-reset.ts'
import { createBetterAuthSignIn } from '#server/sign-in/sign-in.better-auth.ts'
import { createTestDatabase } from './database.ts'
import { watchForProblems } from './declared-problems.ts'
import { watchForSecrets } from './secrets.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'

export const ORIGIN = 'http://localhost:3000'
export const CONTACT_EMAIL = 'operator@example.com'
export const SECRET = 'a secret of the tests, long enough'
const KEYS = {
  secretKey: 'sk_test_of_the_tests',
  publishableKey: 'pk_test_of_the_tests',
  webhookSecret: 'whsec_of_the_tests',
}

// biome-ignore lint/suspicious/noExplicitAny: tests check an answer by comparing values, not by type
export type Answer = { status: number; headers: Headers; body: any }
export type Sent = {
  body?: unknown
  token?: string | undefined
  cookie?: string
  headers?: Record<string, string>
  address?: string
}
export type FrontDoor = Awaited<ReturnType<typeof openFrontDoor>>

/**
 * The whole shop without a port: real database, real sign-in, real card protocol; only the clock is set by the test,
 * and mail is collected instead of sent. `call` makes a request as a browser or a program would.
 */
export async function openFrontDoor({
  google,
  extra,
  timeouts,
  imageStore,
  between = (sandbox) => sandbox,
}: {
  google?: GoogleProvider
  extra?: ExtraRoute[]
  /** The timeouts for the card provider. */
  timeouts?: Timeouts
  /** The store for pictures, if not a folder. */
  imageStore?: ImageStore
  /** A wrapper between the shop and the card provider. */
  between?: (sandbox: StripeSandbox) => Pick<StripeSandbox, 'fetch'>
} = {}) {
  // Other shops of this process may have used up their limits.
  forgetAllExhausted()
  const database = await createTestDatabase()
  const folder = makeTemporaryFolder()
  const db = queriesOn(database.pool)
  const pipeline = database.ownSessions
    ? openPipeline({ connectionString: database.url }, () => {})
    : undefined
  if (pipeline) addPipeline(db, pipeline)
  let offset = 0
  const clock = () => new Date(Date.now() + offset)
  const mails: Mail[] = []
  /** First sentences of mails that begin with a small letter. */
  const small: string[] = []
  const lines: string[] = []
  const secrets = watchForSecrets([SECRET, KEYS.secretKey, KEYS.webhookSecret])
  const log = createLog('info', {
    write(line: string) {
      lines.push(line)
      secrets.wrote(line)
    },
  })
  const sandbox = createStripeSandbox({
    ...KEYS,
    pool: database.pool,
    clock,
    deliver: (request) => app.fetch(request),
  })
  await sandbox.start()
  const cards = createStripeCards({ ...KEYS, sandbox: between(sandbox), ...(timeouts && { timeouts }) })
  const jobs: Jobs = {
    async sendMail(db, ...letters: QueuedMail[]) {
      for (const letter of letters) {
        const mail = await completeMail(db, letter, clock())
        mails.push(mail)
        const [greeting = '', first = ''] = mail.text
        if (greeting.startsWith('Hello') && /^\p{Ll}/u.test(first)) small.push(first)
        secrets.keep(/[?&]token=([^&]+)/.exec(mail.action?.url ?? '')?.[1])
      }
    },
    mailPasswordReset: (db, email) => mailPasswordReset({ db, jobs, publicUrl: ORIGIN }, email),
  }
  const deps = {
    pool: database.pool,
    db,
    clock,
    log,
    cards,
    imageStore: imageStore ?? createDiskImageStore(folder),
    jobs,
    publicUrl: ORIGIN,
    contactEmail: CONTACT_EMAIL,
  }
  const signIn = createBetterAuthSignIn(deps, {
    publicUrl: ORIGIN,
    origins: [ORIGIN],
    secret: SECRET,
    google,
  })
  const problems = watchForProblems()
  const app = createApp(
    { ...deps, signIn, tokens: createAccessTokens(SECRET), origins: [ORIGIN] },
    {
      https: false,
      pages: async () => new Response('No pages here.', { status: 404 }),
      ...(extra && { extra }),
    },
  )
  const { fetch } = app
  app.fetch = async (request, address) => {
    const answer = await fetch(request, address)
    await problems.answered(request, answer)
    return answer
  }

  async function call(
    method: string,
    path: string,
    { body, token, cookie, headers, address }: Sent = {},
  ): Promise<Answer> {
    const request = new Request(`${ORIGIN}${path}`, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...(cookie && { cookie, origin: ORIGIN }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    secrets.sent({ body, token, ...(cookie && { cookie }) })
    const response = await app.fetch(request, address ?? '127.0.0.1')
    const text = await response.text()
    secrets.answered(`${method} ${path}`, { status: response.status, headers: response.headers, text })
    // A 500 is a fault, so no test expects it: the log says why.
    if (response.status === 500)
      throw new Error(`${method} ${path} answered 500: ${lines.slice(-3).join('')}`)
    return {
      status: response.status,
      headers: response.headers,
      body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text,
    }
  }

  return {
    deps,
    sandbox,
    keys: KEYS,
    app,
    mails,
    lines,
    call,
    sql: (text: string, values: unknown[] = []) => database.pool.query(text, values).then(({ rows }) => rows),
    /** Moves the shop's clock forward. */
    pass(time: { minutes: number }) {
      offset += time.minutes * 60_000
    },
    async close() {
      await sandbox.stop()
      await pipeline?.close()
      await database.close()
      rmSync(folder, { recursive: true, force: true })
      secrets.expectNothing()
      problems.expectNone()
      if (small.length > 0) throw new Error(`A mail begins with a small letter: ${small.join('; ')}`)
    },
  }
}
