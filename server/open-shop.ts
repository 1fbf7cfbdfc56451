import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { pino } from 'pino'
import { type App, createApp } from './app.ts'
import type { Config } from './config.ts'
import { migrate } from './database/migrate.ts'
import { openDatabase } from './database/open.ts'
import { loadDemo } from './demo/load-demo.ts'
import { sweepImages } from './images/sweep-images.ts'
import { startJobs } from './jobs.ts'
import { openOutside } from './outside.ts'
import { reconcilePayments } from './payments/reconcile-payments.ts'
import { createAccessTokens } from './sign-in/access-token.ts'
import { mailPasswordReset } from './sign-in/mail-password-reset.ts'
import { createBetterAuthSignIn } from './sign-in/sign-in.better-auth.ts'
import { withToken } from './sign-in/with-token.ts'
import { createWeb } from './web.ts'

const clock = () => new Date()
/** How long requests under way may take to finish once the shop is asked to close. */
const DRAIN_MS = 10_000

export type OpenShop = {
  /** Whether the accounts of the demo data are there to sign in with. */
  demo: boolean
  /** Whether the card sandbox stands in for the provider. */
  sandbox: boolean
  /** Takes no new request, finishes those under way, and lets go of everything. */
  close(): Promise<void>
}

/**
 * Opens the shop on a database: outside world, jobs, calls, pages, listening. The only place where the parts
 * are put together.
 */
export async function openShop(config: Config, databaseUrl: string): Promise<OpenShop> {
  const log = pino({ level: config.logLevel, base: undefined, timestamp: pino.stdTimeFunctions.isoTime })
  const database = openDatabase(databaseUrl, {
    onIdleError: (err) =>
      log.warn({ event: 'connection-lost', err }, 'an idle connection to the database ended'),
  })
  const { pool, db } = database
  await migrate(pool)
  // The card sandbox may have events to deliver before there is anybody to take them.
  const opened = Promise.withResolvers<App>()
  const deliver = (request: Request) => opened.promise.then((app) => app.fetch(request))
  const outside = await openOutside(config, { pool, clock, log, deliver })
  const { cards, imageStore, mail } = outside
  const demo = await loadDemoAsSet(config, { pool, imageStore, now: clock() })

  const httpServer = createServer()
  const shared = { pool, db, clock, log, cards, imageStore, publicUrl: config.publicUrl }
  const [jobs, web] = await Promise.all([
    startJobs({
      pool,
      log,
      mail: { send: async (letter) => mail.send(await withToken(db, letter, clock())) },
      mailPasswordReset: (jobs, email) => mailPasswordReset({ db, jobs, publicUrl: config.publicUrl }, email),
      reconcilePayments: (jobs) => reconcilePayments({ ...shared, jobs }),
      cleanUp: () => sweepImages(shared),
    }),
    createWeb({
      mode: config.mode === 'development' ? 'development' : 'production',
      api: deliver,
      realCards: !cards.sandbox,
      contactEmail: config.contactEmail,
      google: outside.google !== undefined,
      report: (err) => log.error({ event: 'page-failed', err }, 'a page could not be made'),
      httpServer,
    }),
  ])
  const app = createApp(
    {
      ...shared,
      jobs,
      signIn: createBetterAuthSignIn({ ...shared, jobs }, { ...config, google: outside.google }),
      tokens: createAccessTokens(config.secret),
      contactEmail: config.contactEmail,
      origins: config.origins,
    },
    { https: config.publicUrl.startsWith('https:'), pages: web.fetch, extra: outside.routes },
  )

  opened.resolve(app)

  const listener = getRequestListener((request, env) =>
    app.fetch(request, 'incoming' in env ? env.incoming.socket.remoteAddress : undefined),
  )
  httpServer.on('request', (request, response) => {
    if (!web.nodeMiddleware) return listener(request, response)
    web.nodeMiddleware(request, response, () => listener(request, response))
  })
  await new Promise<void>((done, fail) => httpServer.once('error', fail).listen(config.port, done))

  async function close(): Promise<void> {
    app.drain()
    const closed = new Promise<void>((done) => httpServer.close(() => done()))
    const timer = setTimeout(() => httpServer.closeAllConnections(), DRAIN_MS)
    httpServer.closeIdleConnections()
    await closed
    clearTimeout(timer)
    await web.close()
    await jobs.stop()
    await outside.stop()
    await database.close()
  }
  return { demo, sandbox: cards.sandbox, close }
}

/** Loads the demo data where the settings want it; answers whether it is there. */
async function loadDemoAsSet({ demo }: Config, deps: Parameters<typeof loadDemo>[0]): Promise<boolean> {
  if (demo === 'no') return false
  const { present } = await loadDemo(deps, { onlyIfEmpty: demo === 'if-empty' })
  return present
}
