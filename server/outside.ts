import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { ExtraRoute } from './app.ts'
import type { Config } from './config.ts'
import { methodNotAllowed } from './http/methods.ts'
import { createStripeCards } from './outside/card-payments.stripe.ts'
import type { CardPayments } from './outside/card-payments.ts'
import { createGoogle, type GoogleProvider } from './outside/google.ts'
import type { ImageStore } from './outside/image-store.ts'
import { createOutbox } from './outside/mail.outbox.ts'
import type { MailSender } from './outside/mail.ts'
import { openImageStore } from './outside/open-image-store.ts'
import { notFound, problemResponse } from './problems.ts'
import { DEMO_ACCOUNTS } from './sandbox/google/demo-accounts.ts'
import { createGoogleSandbox } from './sandbox/google/google-sandbox.ts'
import { createStripeSandbox } from './sandbox/stripe/stripe-sandbox.ts'

type Deps = {
  pool: pg.Pool
  clock: () => Date
  log: Logger
  deliver: (request: Request) => Promise<Response>
}
type Outside = {
  cards: CardPayments
  imageStore: ImageStore
  mail: MailSender
  /** Undefined where nobody can sign in with Google. */
  google: GoogleProvider | undefined
  /** The stand-ins' own pages. */
  routes: ExtraRoute[]
  /** The stand-ins' hourly clean-up. */
  cleanUp: (() => Promise<void>)[]
  stop(): Promise<void>
}

/** The host names of this shop: its public one, and this machine's own. */
const hostsOf = ({ publicUrl }: Config) =>
  new Set([new URL(publicUrl).hostname, 'localhost', '127.0.0.1', '[::1]'])

/** Opens the outside services that the settings name: the real one if there are keys for it, else its stand-in. */
export async function openOutside(config: Config, deps: Deps): Promise<Outside> {
  const { rows: pictures } = await deps.pool.query('select from images limit 1')
  const imageStore = openImageStore(config, { filled: pictures.length > 0 })
  const outbox = createOutbox(join(config.dataDir, 'outbox'), deps.clock)
  const mail = config.smtp ? (await import('./outside/mail.smtp.ts')).createSmtpMail(config.smtp) : outbox
  const routes: ExtraRoute[] = []
  if (!config.smtp && !config.production)
    routes.push({
      path: '/outbox',
      async fetch({ method, url }) {
        // Otherwise a stranger's page whose host name resolves to this machine (DNS rebinding) could read all mail.
        if (!hostsOf(config).has(new URL(url).hostname)) return problemResponse(notFound('page here'))
        return method === 'GET' || method === 'HEAD'
          ? outbox.page()
          : methodNotAllowed(method, ['GET', 'HEAD'])
      },
    })
  const derive = (what: string) => createHmac('sha256', config.secret).update(what).digest('hex').slice(0, 32)
  // It holds started sign-ins in its own memory, where another worker does not find them.
  const googleSandbox =
    config.google || config.production || config.workers > 1
      ? undefined
      : createGoogleSandbox({
          redirectUris: config.origins.map((origin) => `${origin}/auth/callback/google`),
          clientSecret: derive('sandbox google secret'),
          accounts: DEMO_ACCOUNTS,
        })
  if (googleSandbox) routes.push({ path: '/sandbox/google', fetch: googleSandbox.fetch })
  const google = config.google ? createGoogle(config.google) : googleSandbox
  if (config.stripe) {
    const cards = createStripeCards(config.stripe)
    return { cards, imageStore, mail, google, routes, cleanUp: [], stop: async () => googleSandbox?.stop() }
  }
  const keys = {
    secretKey: `sk_test_${derive('sandbox secret key')}`,
    publishableKey: 'pk_test_clamshell_sandbox',
    webhookSecret: `whsec_${derive('sandbox webhook secret')}`,
  }
  const sandbox = createStripeSandbox({
    ...keys,
    pool: deps.pool,
    deliver: deps.deliver,
    clock: deps.clock,
    onError: (err) => deps.log.error({ event: 'card-sandbox', err }, 'the card sandbox failed'),
  })
  await sandbox.start()
  routes.push({
    path: '/sandbox/stripe',
    fetch: (request) => sandbox.fetch(below('/sandbox/stripe', request)),
  })
  return {
    cards: createStripeCards({ ...keys, sandbox }),
    imageStore,
    mail,
    google,
    routes,
    cleanUp: [sandbox.cleanUp],
    stop: async () => {
      await Promise.all([sandbox.stop(), googleSandbox?.stop()])
    },
  }
}

function below(prefix: string, request: Request): Request {
  const url = new URL(request.url)
  url.pathname = url.pathname.slice(prefix.length) || '/'
  return new Request(url, request)
}
