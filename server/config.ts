import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { readProxies } from './http/client-address.ts'
import { makeFolder } from './make-folder.ts'
import { freePort } from './process/free-port.ts'
import { bucket, origin, postgres, s3Endpoint, smtpServer } from './setting-addresses.ts'
import { ConfigError, flag, group, number, requireFolder, type Setting, sender } from './setting-values.ts'

type Mode = 'trial' | 'development' | 'production'

/** The shop's settings, checked. `README.md` has the table of them. */
export type Config = Awaited<ReturnType<typeof readConfig>>

/**
 * Reads and checks every setting, or throws a ConfigError. Nothing else in the shop reads the environment. A command
 * that runs beside the shop creates no files: with `makesFiles: false` the secret is empty if there is none, and the
 * data folder may be missing.
 */
export async function readConfig(env: NodeJS.ProcessEnv = process.env, { makesFiles = true } = {}) {
  const get = (name: string) => env[name]?.trim() || undefined
  const setting = (name: string): Setting => [name, get(name)]
  const mode = modeOf(env.NODE_ENV)
  const production = mode === 'production'
  const allowSandbox = flag(setting('ALLOW_SANDBOX')) ?? false

  const wantedPort = number(setting('PORT'), 0, 65_535) ?? 3000
  // PORT=0 means any free port, chosen here, since the shop's address is part of what it says.
  const port = wantedPort === 0 ? await freePort() : wantedPort
  const metricsPort = number(setting('METRICS_PORT'), 1, 65_535)
  if (metricsPort === port)
    throw new ConfigError('METRICS_PORT must be another port than PORT: the metrics are not for visitors.')
  const dataDir = resolve(get('DATA_DIR') ?? './data')
  const databaseUrl = postgres(setting('DATABASE_URL'))
  if (production && !databaseUrl)
    throw new ConfigError(
      'DATABASE_URL must name a PostgreSQL server in production: the embedded database is for trials only.',
    )

  const workers = number(setting('WORKERS'), 1, 64) ?? 1
  if (workers > 1 && !databaseUrl)
    throw new ConfigError(
      'WORKERS needs a PostgreSQL server (DATABASE_URL): the embedded database serves only one process.',
    )
  const replicaUrl = postgres(setting('DATABASE_REPLICA_URL'))
  if (replicaUrl && !databaseUrl)
    throw new ConfigError('DATABASE_REPLICA_URL must name a standby of the server in DATABASE_URL.')

  const publicUrl = origin(setting('PUBLIC_URL'))

  const stripe = group('Stripe', {
    secretKey: setting('STRIPE_SECRET_KEY'),
    publishableKey: setting('STRIPE_PUBLISHABLE_KEY'),
    webhookSecret: setting('STRIPE_WEBHOOK_SECRET'),
  })
  if (stripe) checkStripe(stripe)
  if (!production) requireTrial(publicUrl, stripe?.secretKey)
  if (production && !stripe && !allowSandbox)
    throw new ConfigError(
      'STRIPE_SECRET_KEY is missing. For a demonstration with sandbox cards set ALLOW_SANDBOX=1.',
    )

  const google = group('Google', {
    clientId: setting('GOOGLE_CLIENT_ID'),
    clientSecret: setting('GOOGLE_CLIENT_SECRET'),
  })
  const smtp = group('SMTP', {
    url: smtpServer(setting('SMTP_URL')),
    from: setting('MAIL_FROM'),
  })
  const s3 = group('S3', {
    endpoint: s3Endpoint(setting('S3_ENDPOINT')),
    bucket: bucket(setting('S3_BUCKET')),
    region: setting('S3_REGION'),
    accessKeyId: setting('S3_ACCESS_KEY_ID'),
    secretAccessKey: setting('S3_SECRET_ACCESS_KEY'),
  })
  const contactEmail = get('CONTACT_EMAIL') ?? 'hello@clamshell.example'
  if (!/^[^\s@,;<>"]+@[^\s@,;<>"]+$/.test(contactEmail))
    throw new ConfigError('CONTACT_EMAIL must be an e-mail address, like hello@example.com.')
  const trustedProxies = readProxies(get('TRUSTED_PROXIES') ?? '')
  if (!trustedProxies)
    throw new ConfigError(
      'TRUSTED_PROXIES must be addresses or networks, separated by commas, like 10.0.0.0/8, ::1, and never all of them (/0, ::ffff:0:0/96).',
    )
  const demo = flag(setting('DEMO'))
  if (production && demo) throw new ConfigError('DEMO=1 is refused in production: its passwords are public.')
  const logLevel = get('LOG_LEVEL') ?? (production ? 'info' : 'warn')
  if (!['debug', 'info', 'warn', 'error', 'silent'].includes(logLevel))
    throw new ConfigError('LOG_LEVEL must be debug, info, warn, error or silent.')

  // A command beside the shop that refuses leaves no folder behind.
  if (makesFiles && (!s3 || !smtp))
    requireFolder('DATA_DIR', dataDir, [...(s3 ? [] : ['images']), ...(smtp ? [] : ['outbox'])])

  return {
    mode,
    production,
    port,
    metricsPort,
    dataDir,
    databaseUrl,
    replicaUrl,
    workers,
    publicUrl: publicUrl ?? `http://localhost:${port}`,
    /** Without a public address, all names of this machine count. */
    origins: publicUrl
      ? [publicUrl]
      : ['localhost', '127.0.0.1', '[::1]'].map((host) => `http://${host}:${port}`),
    secret: secret(get('SECRET'), { production, dataDir, makesFiles }),
    /** The demo data: asked for, refused, or for an embedded database that is empty. */
    demo: demoSetting(demo, production || databaseUrl !== undefined),
    stripe,
    google,
    smtp: smtp && { url: smtp.url, from: sender('MAIL_FROM', smtp.from) },
    contactEmail,
    trustedProxies,
    s3,
    logLevel,
  }
}

/** A misspelt `production` must not open a trial shop, whose outbox and passwords are public, to the world. */
function modeOf(name = ''): Mode {
  if (name === '' || name === 'test') return 'trial'
  if (name === 'production' || name === 'development') return name
  throw new ConfigError(
    `NODE_ENV must be production, development, test or unset, not ${JSON.stringify(name)}.`,
  )
}

/** A trial shop shows its mail at /outbox, to whoever reaches it, and its demo's passwords are public. */
function requireTrial(publicUrl: string | undefined, secretKey: string | undefined): void {
  if (secretKey && /^[rs]k_live_/.test(secretKey))
    throw new ConfigError('STRIPE_SECRET_KEY takes real money: set NODE_ENV=production.')
  if (publicUrl && /^https:(?!\/\/(localhost|127\.0\.0\.1|\[::1\])(:|$))/.test(publicUrl))
    throw new ConfigError(
      'PUBLIC_URL is an https address that others can reach, and they could read all mail of a trial shop: ' +
        'set NODE_ENV=production, and for a demonstration with sandbox cards ALLOW_SANDBOX=1.',
    )
}

/** A secret key in place of the publishable one would be published, and keys of two modes never work together. */
function checkStripe(keys: Record<'secretKey' | 'publishableKey' | 'webhookSecret', string>): void {
  const [, mode] = /^[rs]k_(test|live)_/.exec(keys.secretKey) ?? []
  if (!mode)
    throw new ConfigError('STRIPE_SECRET_KEY must begin with sk_test_, sk_live_, rk_test_ or rk_live_.')
  if (!keys.publishableKey.startsWith(`pk_${mode}_`))
    throw new ConfigError(
      `STRIPE_PUBLISHABLE_KEY must begin with pk_${mode}_, as STRIPE_SECRET_KEY is for ${mode} mode.`,
    )
  if (!keys.webhookSecret.startsWith('whsec_'))
    throw new ConfigError('STRIPE_WEBHOOK_SECRET must begin with whsec_.')
}

function demoSetting(asked: boolean | undefined, real: boolean): 'yes' | 'no' | 'if-empty' {
  if (asked === undefined) return real ? 'no' : 'if-empty'
  return asked ? 'yes' : 'no'
}

/**
 * The secret that signs sessions and tokens. If none is set, it is generated and stored with the data, so that a
 * restart ends nobody's session.
 */
function secret(
  given: string | undefined,
  { production, dataDir, makesFiles }: { production: boolean; dataDir: string; makesFiles: boolean },
): string {
  if (given && given.length < 32)
    throw new ConfigError('SECRET must have at least 32 characters (openssl rand -hex 32).')
  if (given) return given
  if (production)
    throw new ConfigError('SECRET is missing: set 32 random characters or more (openssl rand -hex 32).')
  const file = join(dataDir, 'secret')
  if (!makesFiles && !existsSync(file)) return ''
  try {
    if (!existsSync(file)) makeSecret(file)
  } catch (error) {
    throw new ConfigError(`DATA_DIR cannot be written: ${(error as Error).message}`)
  }
  const kept = readSecret(file)
  if (kept.length < 32)
    throw new ConfigError(`${file} is cut short: delete it, and a new SECRET will be made.`)
  return kept
}

function readSecret(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new ConfigError(`The secret in DATA_DIR cannot be read: ${(error as Error).message}`)
  }
}

/**
 * The file is complete from the first moment it has its name: another start may read it, and this one may be killed.
 */
function makeSecret(file: string): void {
  makeFolder(dirname(file))
  const part = `${file}-${randomUUID()}.part`
  try {
    writeFileSync(part, randomBytes(32).toString('hex'), { mode: 0o600, flush: true })
    putInPlace(part, file)
  } finally {
    rmSync(part, { force: true })
  }
}

/** If another start was faster, its secret counts; a file system without hard links cannot tell. */
function putInPlace(part: string, file: string): void {
  try {
    linkSync(part, file)
  } catch {
    if (!existsSync(file)) renameSync(part, file)
  }
}
