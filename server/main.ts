import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { pino } from 'pino'
import { createApp } from './app.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { startEmbedded } from './database/embedded.ts'
import { migrate } from './database/migrate.ts'
import { openDatabase } from './database/open.ts'
import { loadDemo } from './demo/load-demo.ts'
import { greet } from './greet.ts'
import { sweepImages } from './images/sweep-images.ts'
import { startJobs } from './jobs.ts'
import { openOutside } from './outside.ts'
import { reconcilePayments } from './payments/reconcile-payments.ts'
import { createAccessTokens } from './sign-in/access-token.ts'
import { createBetterAuthSignIn } from './sign-in/sign-in.better-auth.ts'
import { createWeb } from './web.ts'

/*
 * The process: settings, database, outside world, jobs, API, pages, listening, draining. The only place
 * where the parts are put together.
 */

const clock = () => new Date()
/** How long requests under way may take to finish once the process is asked to end. */
const DRAIN_MS = 10_000

async function start(config: Config) {
  const log = pino({ level: config.logLevel, base: undefined, timestamp: pino.stdTimeFunctions.isoTime })
  const embedded = config.databaseUrl
    ? undefined
    : await startEmbedded({
        folder: `${config.dataDir}/database`,
        log: { error: (line) => log.error({ event: 'database' }, line) },
      })
  const database = openDatabase(config.databaseUrl ?? embedded?.url ?? '', {
    onIdleError: (err) =>
      log.warn({ event: 'connection-lost', err }, 'an idle connection to the database ended'),
  })
  const { pool, db } = database
  await migrate(pool)

  const outside = await openOutside(config, { pool, clock, log, deliver: (request) => app.fetch(request) })
  const demo = config.demo && (await loadDemo({ pool, imageStore: outside.imageStore, now: clock() }))
  const shared = { pool, db, clock, log, cards: outside.cards, imageStore: outside.imageStore }
  const jobs = await startJobs({
    pool,
    log,
    mail: outside.mail,
    reconcilePayments: () => reconcilePayments({ ...shared, jobs }),
    cleanUp: () => sweepImages(shared),
  })

  const httpServer = createServer()
  const signIn = createBetterAuthSignIn(shared, config)
  const app = createApp(
    { ...shared, jobs, signIn, tokens: createAccessTokens(config.secret), origins: config.origins },
    { https: config.publicUrl.startsWith('https:'), extra: outside.routes },
  )
  const web = await createWeb({
    mode: config.mode === 'development' ? 'development' : 'production',
    api: (request) => app.fetch(request),
    realCards: !outside.cards.sandbox,
    report: (err) => log.error({ event: 'page-failed', err }, 'a page could not be made'),
    httpServer,
  })
  app.showPages(web.fetch)

  const listener = getRequestListener((request, env) =>
    app.fetch(request, 'incoming' in env ? env.incoming.socket.remoteAddress : undefined),
  )
  httpServer.on('request', (request, response) => {
    if (!web.nodeMiddleware) return listener(request, response)
    web.nodeMiddleware(request, response, () => listener(request, response))
  })
  await new Promise<void>((done, fail) => httpServer.once('error', fail).listen(config.port, done))
  greet(config, { demo: Boolean(demo), sandbox: outside.cards.sandbox })

  return async function drain() {
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
    await embedded?.stop()
  }
}

try {
  const drain = await start(await readConfig())
  let asked = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      if (asked) return
      asked = true
      drain().then(
        () => process.exit(0),
        (error: Error) => {
          process.stderr.write(`Clamshell did not end cleanly: ${error.message}\n`)
          process.exit(1)
        },
      )
    })
} catch (error) {
  const { message, stack } = error as Error
  const expected = error instanceof ConfigError || /in use|EADDRINUSE|ECONNREFUSED/.test(message)
  process.stderr.write(`Clamshell cannot start: ${expected ? message : stack}\n`)
  process.exit(1)
}
