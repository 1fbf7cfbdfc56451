import type { IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import type { Logger } from 'pino'
// Not `../app.ts`, which reads like the pages' app/, into which the server does not reach.
import { type App, createApp } from '#server/app.ts'
import type { Config } from '../config.ts'
import { migrate } from '../database/migrate.ts'
import { openDatabase } from '../database/open.ts'
import { openReplica } from '../database/open-replica.ts'
import { readState } from '../database/read-state.ts'
import { requireSuitableDatabase } from '../database/require-suitable.ts'
import { tellLost } from '../database/tell-lost.ts'
import { waitForDatabase } from '../database/wait-for-database.ts'
import type { DemoDeps } from '../demo/load-demo.ts'
import { clientAddress } from '../http/client-address.ts'
import { coalesceReads } from '../http/coalesce-reads.ts'
import { prepareEnd } from '../http/end-server.ts'
import { createHttpServer, refusal, unreadable } from '../http/http-server.ts'
import { receiveRequests } from '../http/receive-requests.ts'
import { watchAddress } from '../http/watch-address.ts'
import { watchProxies } from '../http/watch-proxies.ts'
import { forgetOldKeys } from '../idempotency/idempotency-keys.queries.ts'
import { sweepImages } from '../images/sweep-images.ts'
import { openJobs } from '../jobs.ts'
import { forgetOldLimits } from '../limits/forget-old-limits.ts'
import { createLog } from '../log.ts'
import { completeMail } from '../mail/queued-mail.ts'
import { openOutside } from '../outside.ts'
import { forgetOldEvents } from '../payments/forget-old-events.ts'
import { reconcilePayments } from '../payments/reconcile-payments.ts'
import { checkPictures, checkProduction } from '../production.ts'
import { endBoosts } from '../products/end-boosts.ts'
import { createAccessTokens } from '../sign-in/access-token.ts'
import { forgetEndedSessions } from '../sign-in/forget-ended-sessions.ts'
import { mailPasswordReset } from '../sign-in/mail-password-reset.ts'
import { createBetterAuthSignIn } from '../sign-in/sign-in.better-auth.ts'
import { forgetUnfinishedAccounts } from '../users/forget-unfinished-accounts.ts'
import { createWeb } from '../web.ts'

const clock = () => new Date()
/** How long closing the database connections may take when everything else has ended. */
const LET_GO_MS = 1_000

export type OpenShop = {
  log: Logger
  /** Whether the accounts of the demo data are there to sign in with. */
  demo: boolean
  /** Whether the card sandbox stands in for the provider. */
  sandbox: boolean
  /**
   * Goes on accepting requests for a second if somebody may be sending one, finishes them all, and releases everything.
   */
  close(): Promise<void>
}

/**
 * Opens the shop on a database: outside services, jobs, calls, pages, listening. The only place where the parts are put
 * together.
 */
export async function openShop(config: Config, databaseUrl: string): Promise<OpenShop> {
  const log = createLog(config.logLevel)
  const database = openDatabase(databaseUrl, {
    // With fewer, PostgreSQL, which runs one process for each, becomes the bottleneck; more do not answer more.
    pipelined: config.databaseUrl ? 4 : 0,
    onIdleError: tellLost(log, 'database'),
  })
  const { pool, db } = database
  await waitForDatabase(pool, { say: (line) => log.warn({ event: 'database-awaited' }, line) })
  await requireSuitableDatabase(pool)
  await migrate(pool)
  await checkProduction(config, { db, log })
  // The card sandbox may have events to deliver before the app exists.
  const opened = Promise.withResolvers<App>()
  const deliver = (request: Request) => opened.promise.then((app) => app.fetch(request))
  const outside = await openOutside(config, { pool, clock, log, deliver })
  const { cards, imageStore, mail } = outside
  const demo = await loadDemoAsSet(config, { pool, imageStore, now: clock() })
  void checkPictures(config, { db, imageStore, log })

  const replica = config.replicaUrl ? openReplica(config.replicaUrl, databaseUrl, { log }) : undefined
  const https = config.publicUrl.startsWith('https:')
  const httpServer = createHttpServer({ https })
  // Restarts in development do not wait.
  const endServer = prepareEnd(httpServer, { lastCallsMs: config.mode === 'development' ? 0 : undefined })
  const shared = { pool, db, clock, log, cards, imageStore, publicUrl: config.publicUrl }
  const [jobs, web] = await Promise.all([
    openJobs({
      pool,
      log,
      mail: { send: async (queued) => mail.send(await completeMail(db, queued, clock())) },
      mailPasswordReset: (jobs, email) => mailPasswordReset({ db, jobs, publicUrl: config.publicUrl }, email),
      reconcilePayments: (jobs) => reconcilePayments({ ...shared, jobs }),
      cleanUp: [
        sweepImages,
        forgetOldKeys,
        forgetOldLimits,
        forgetEndedSessions,
        forgetUnfinishedAccounts,
        forgetOldEvents,
        endBoosts,
        ...outside.cleanUp,
      ].map((clean) => () => clean(shared)),
    }),
    createWeb({
      mode: config.mode === 'development' ? 'development' : 'production',
      read: (target) => opened.promise.then((app) => app.read(target)),
      realCards: !cards.sandbox,
      publicUrl: config.publicUrl,
      contactEmail: config.contactEmail,
      google: outside.google !== undefined,
      // Reads from a replica may be older than the primary's state.
      readState: replica ? undefined : coalesceReads(() => readState(database)),
      report: (err) => log.error({ event: 'page-failed', err }, 'a page could not be rendered'),
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
    { https, pages: web.fetch, findPublicPage: web.findPublic, extra: outside.routes, replica },
  )

  opened.resolve(app)

  const watch = config.production ? watchProxies(config.trustedProxies, log) : () => {}
  const watchOrigin = watchAddress(config, log)
  const addressOf = ({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>) => {
    watchOrigin(headers)
    const forwardedFor = headers['x-forwarded-for']
    watch(socket.remoteAddress, forwardedFor)
    return clientAddress(socket.remoteAddress, forwardedFor, config.trustedProxies)
  }
  const listener = getRequestListener((request, { incoming }) => app.fetch(request, addressOf(incoming)), {
    // request-body.ts handles the rest of a body itself.
    autoCleanupIncoming: false,
    errorHandler: () => refusal(unreadable(), { https }),
  })
  receiveRequests(httpServer, {
    https,
    sendPublic: app.sendPublic,
    sendRefusal: (request, response) => app.sendRefusal(request, response, () => addressOf(request)),
    serve(request, response) {
      if (!web.nodeMiddleware) return listener(request, response)
      web.nodeMiddleware(request, response, () => listener(request, response))
    },
  })
  let closeMetrics = () => {}
  if (config.metricsPort) {
    const { openMetrics } = await import('../metrics/open-metrics.ts')
    closeMetrics = await openMetrics(config.metricsPort, { server: httpServer, pool })
  }
  await new Promise<void>((done, fail) => httpServer.once('error', fail).listen(config.port, done))
  await jobs.begin()

  async function close(): Promise<void> {
    app.drain()
    // At once, so that mails under way have as long as requests. Jobs that the last requests create wait for another
    // process.
    const stopped = jobs.stop()
    stopped.catch(() => {})
    await endServer()
    await web.close()
    await stopped
    await outside.stop()
    closeMetrics()
    // A request that was cut off may still hold a connection; it ends with the process.
    const letGo = Promise.all([database.close(), replica?.close()])
    await Promise.race([letGo, pause(LET_GO_MS, undefined, { ref: false })])
  }
  return { log, demo, sandbox: cards.sandbox, close }
}

/** Loads the demo data if the settings ask for it; answers whether it is there. */
async function loadDemoAsSet({ demo }: Config, deps: DemoDeps): Promise<boolean> {
  if (demo === 'no') return false
  const { loadDemo } = await import('../demo/load-demo.ts')
  const { present } = await loadDemo(deps, { onlyIfEmpty: demo === 'if-empty' })
  return present
}
