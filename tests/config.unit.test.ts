import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'
import { ConfigError } from '#server/setting-values.ts'
import { asNobody, canBeNobody } from '#tests/support/nobody.ts'
import { runApart } from '#tests/support/run-apart.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

const DATA_DIR = temporaryFolder(afterAll)
const STRIPE = {
  STRIPE_SECRET_KEY: 'sk_live_x',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
}
const PRODUCTION = {
  NODE_ENV: 'production',
  DATA_DIR,
  DATABASE_URL: 'postgres://localhost/shop',
  SECRET: 'x'.repeat(32),
  ...STRIPE,
}

/** With these, DATA_DIR holds nothing but the secret. */
const STORED_ELSEWHERE = {
  SMTP_URL: 'smtp://localhost',
  MAIL_FROM: 'shop@shop.example',
  S3_ENDPOINT: 'https://s3.example',
  S3_BUCKET: 'pictures',
  S3_REGION: 'r',
  S3_ACCESS_KEY_ID: 'i',
  S3_SECRET_ACCESS_KEY: 's',
}

describe('settings', () => {
  it('are optional when trying the shop out: embedded database, demo data, port 3000', async () => {
    const config = await readConfig({ DATA_DIR })
    expect(config).toMatchObject({
      port: 3000,
      demo: 'if-empty',
      publicUrl: 'http://localhost:3000',
      production: false,
    })
    expect(config.databaseUrl).toBeUndefined()
    expect(config.contactEmail).toBe('hello@clamshell.example')
    expect(await readConfig({ DATA_DIR, CONTACT_EMAIL: 'shop@example.com' })).toMatchObject({
      contactEmail: 'shop@example.com',
    })
  })

  it('keep the generated secret across restarts, so that sessions survive', async () => {
    const [first, second] = [await readConfig({ DATA_DIR }), await readConfig({ DATA_DIR })]
    expect(first.secret).toMatch(/^[0-9a-f]{64}$/)
    expect(second.secret).toBe(first.secret)
    // Anybody with access to it could sign in as any user.
    expect(statSync(join(DATA_DIR, 'secret')).mode & 0o777).toBe(0o600)
  })

  it('are trimmed, and a setting of whitespace only counts as unset', async () => {
    const config = await readConfig({
      DATA_DIR,
      PORT: ' 8080\n',
      SECRET: `${'x'.repeat(32)}\n`,
      DATABASE_URL: ' ',
    })
    expect(config).toMatchObject({ port: 8080, secret: 'x'.repeat(32), databaseUrl: undefined })
  })

  it('generate a new secret when a previous start could not write its own', async () => {
    const folder = temporaryFolder()
    const start = `await (await import('#server/config.ts')).readConfig({ DATA_DIR: '${folder}' })`
    const full = ['-c', 'ulimit -f 0; exec "$0" --input-type=module -e "$1"', process.execPath, start]
    expect(spawnSync('sh', full, { encoding: 'utf8' }).stderr).toContain('DATA_DIR cannot be written')
    expect(readdirSync(folder)).toEqual([])
    expect((await readConfig({ DATA_DIR: folder })).secret).toMatch(/^[0-9a-f]{64}$/)
    expect(readdirSync(folder)).toEqual(['secret'])
  })

  it.runIf(process.platform === 'linux').each([
    ['mail, pictures and the secret', {}],
    ['the secret alone', STORED_ELSEWHERE],
  ])('reject a DATA_DIR for %s whose parent folder cannot be created', (_what, elsewhere) => {
    const env = JSON.stringify({ ...elsewhere, DATA_DIR: '/proc/shop/data' })
    const { stderr } = runApart(`await (await import('#server/config.ts')).readConfig(${env})`)
    expect(stderr).toMatch(/ConfigError: DATA_DIR cannot be written: [^\n]+ '\/proc\/shop'$/m)
  })

  it.skipIf(!canBeNobody).each([
    ['images', 0o755],
    ['outbox', 0o766],
  ])('reject a DATA_DIR whose %s folder is not writable', (name, mode) => {
    const folder = temporaryFolder()
    chmodSync(folder, 0o777)
    mkdirSync(join(folder, name))
    chmodSync(join(folder, name), mode)
    const start = `await (await import('#server/config.ts')).readConfig({ DATA_DIR: '${folder}' })`
    const { stderr } = asNobody('--input-type=module', '-e', start)
    expect(stderr).toMatch(new RegExp(`ConfigError: DATA_DIR cannot be written: EACCES[^\n]+/${name}'$`, 'm'))
  })

  it('reject a stored secret that is truncated', async () => {
    const folder = temporaryFolder()
    for (const kept of ['', 'x'.repeat(31)]) {
      writeFileSync(join(folder, 'secret'), kept)
      await expect(readConfig({ DATA_DIR: folder })).rejects.toThrow(ConfigError)
    }
  })

  it('reject a stored secret that cannot be read', async () => {
    const folder = temporaryFolder()
    mkdirSync(join(folder, 'secret'))
    await expect(readConfig({ DATA_DIR: folder })).rejects.toThrow(ConfigError)
  })

  it('leave out the demo data with an own database server, unless DEMO=1', async () => {
    const DATABASE_URL = 'postgres://localhost/shop'
    expect((await readConfig({ DATA_DIR, DATABASE_URL })).demo).toBe('no')
    expect((await readConfig({ DATA_DIR, DATABASE_URL, DEMO: '1' })).demo).toBe('yes')
  })

  it('choose a free port for PORT=0', async () => {
    expect((await readConfig({ DATA_DIR, PORT: '0' })).port).toBeGreaterThan(1023)
  })

  it('are accepted in production when complete', async () => {
    expect(await readConfig(PRODUCTION)).toMatchObject({ production: true, demo: 'no', logLevel: 'info' })
  })

  it.each([
    ['https://shop.example', 'https://shop.example'],
    ['HTTPS://Shop.Example/', 'https://shop.example'],
    ['https://shop.example:443', 'https://shop.example'],
    ['http://shop.example:8080/', 'http://shop.example:8080'],
  ])('normalize PUBLIC_URL %s to %s', async (PUBLIC_URL, publicUrl) => {
    expect(await readConfig({ ...PRODUCTION, PUBLIC_URL })).toMatchObject({ publicUrl, origins: [publicUrl] })
  })

  it.each(['http://shop.example', 'https://localhost:8443', 'https://127.0.0.1', 'https://[::1]:8443'])(
    'accept PUBLIC_URL %s outside production',
    async (PUBLIC_URL) => {
      expect(await readConfig({ DATA_DIR, PUBLIC_URL })).toMatchObject({ publicUrl: PUBLIC_URL })
    },
  )

  it.each([
    ['shop@shop.example', '', 'shop@shop.example'],
    ['Clamshell <shop@shop.example>', 'Clamshell', 'shop@shop.example'],
    ['<shop@shop.example>', '', 'shop@shop.example'],
    ['"Clamshell, Inc." <shop@shop.example>', 'Clamshell, Inc.', 'shop@shop.example'],
  ])('parse MAIL_FROM %s into name and address', async (MAIL_FROM, name, address) => {
    const { smtp } = await readConfig({ DATA_DIR, SMTP_URL: 'smtp://localhost', MAIL_FROM })
    expect(smtp?.from).toEqual({ name, address })
  })

  it.each([
    'postgres://u:p%23ss@host/db',
    'postgresql://u:p@ss@host:5433/db?sslmode=require',
    'postgresql:///db?host=%2Fvar%2Frun&user=u',
    'postgres://host/db?ssl=true&sslnegotiation=direct&uselibpqcompat=true',
    'postgres://host/db?user=u@tenant',
  ])('accept DATABASE_URL %s unchanged', async (DATABASE_URL) => {
    expect((await readConfig({ DATA_DIR, DATABASE_URL })).databaseUrl).toBe(DATABASE_URL)
  })

  it('accept three Stripe keys of one mode, even with a restricted secret key', async () => {
    const stripe = {
      STRIPE_SECRET_KEY: 'rk_test_x',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_x',
      STRIPE_WEBHOOK_SECRET: 'whsec_x',
    }
    expect((await readConfig({ DATA_DIR, ...stripe })).stripe?.secretKey).toBe('rk_test_x')
  })

  it('need no writable DATA_DIR when images are in S3 and mail goes over SMTP', async () => {
    const env = { ...PRODUCTION, DATA_DIR: join(process.execPath, 'data') }
    expect((await readConfig({ ...env, ...STORED_ELSEWHERE })).production).toBe(true)
    await expect(readConfig({ ...env, ...STORED_ELSEWHERE, MAIL_FROM: '', SMTP_URL: '' })).rejects.toThrow(
      'DATA_DIR',
    )
  })

  it('create no folder with makesFiles: false, as for commands beside the shop', async () => {
    const folder = join(temporaryFolder(), 'elsewhere')
    await readConfig({ DATA_DIR: folder }, { makesFiles: false })
    expect(existsSync(folder)).toBe(false)
  })

  it.each([undefined, '', 'test', 'development'])(
    'are not for production when NODE_ENV is %s',
    async (name) => {
      expect((await readConfig({ DATA_DIR, NODE_ENV: name })).production).toBe(false)
    },
  )
})

describe('an invalid setting stops the start with one line that names it', () => {
  it.each([
    ['PORT', { PORT: 'abc' }],
    ['PORT', { PORT: '70000' }],
    ['PORT', { PORT: '8080x' }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://x' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres:/u:p@host/db' }],
    ['and a port is at most 65535', { DATABASE_URL: 'postgres://host:99999/db' }],
    ['SMTP_URL cannot be read: in user', { SMTP_URL: 'smtp://u:p#w@host:25', MAIL_FROM: 'a@b.cc' }],
    ['SMTP_URL must be an address', { SMTP_URL: 'http://host:25', MAIL_FROM: 'a@b.cc' }],
    ...['u:p#ss', 'u:p/ss', 'u:p?ss', 'u:12#ss', 'u:12/ss', 'u:12?ss', 'u:100%'].map((user) => [
      'user and password each / ? # @ : % must be escaped',
      { DATABASE_URL: `postgres://${user}@host/db` },
    ]),
    ...[
      'ssl_mode=verify-full',
      'sslMode=verify-full',
      'SSLMODE=verify-full',
      'application_name=a&sslca=b',
    ].map((search) => [
      'DATABASE_URL can have these TLS parameters: sslmode, ',
      { DATABASE_URL: `postgres://u:p@host/db?${search}` },
    ]),
    [
      'DATABASE_REPLICA_URL can have these TLS parameters: sslmode, ',
      {
        DATABASE_URL: 'postgres://host/db',
        DATABASE_REPLICA_URL: 'postgres://standby/db?ssl-mode=verify-full',
      },
    ],
    ...['sslrootcert', 'sslcert', 'sslkey'].map((parameter): [string, NodeJS.ProcessEnv] => [
      `${parameter} of DATABASE_URL names a file that cannot be read: ENOENT`,
      { DATABASE_URL: `postgres://u:p@host/db?sslmode=verify-full&${parameter}=/none/ca.pem` },
    ]),
    ['DATABASE_REPLICA_URL', { DATABASE_REPLICA_URL: 'postgres://standby/shop' }],
    ['METRICS_PORT', { METRICS_PORT: '3000' }],
    ['WORKERS', { WORKERS: '2' }],
    ['WORKERS', { WORKERS: '0', DATABASE_URL: 'postgres://localhost/shop' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'shop.example' }],
    ...[undefined, 'test', 'development'].flatMap((NODE_ENV): [string, NodeJS.ProcessEnv][] => [
      ['PUBLIC_URL is an https address', { NODE_ENV, PUBLIC_URL: 'https://shop.example' }],
      ['PUBLIC_URL is an https address', { NODE_ENV, PUBLIC_URL: 'https://localhost.shop.example' }],
      ['set NODE_ENV=production', { NODE_ENV, ...STRIPE }],
      ['set NODE_ENV=production', { NODE_ENV, ...STRIPE, STRIPE_SECRET_KEY: 'rk_live_x' }],
    ]),
    ['DEMO', { DEMO: 'yes' }],
    ['SECRET', { SECRET: 'short' }],
    ['NODE_ENV', { NODE_ENV: 'Production' }],
    ['NODE_ENV', { NODE_ENV: 'prod' }],
    ['NODE_ENV', { NODE_ENV: 'production\n' }],
    ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
    ['STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET', { STRIPE_SECRET_KEY: 'sk_test_x' }],
    [
      'STRIPE_SECRET_KEY must begin with sk_test_',
      { STRIPE_SECRET_KEY: 'x', STRIPE_PUBLISHABLE_KEY: 'x', STRIPE_WEBHOOK_SECRET: 'x' },
    ],
    ['STRIPE_PUBLISHABLE_KEY', { ...STRIPE, STRIPE_PUBLISHABLE_KEY: 'sk_live_x' }],
    ['STRIPE_PUBLISHABLE_KEY', { ...STRIPE, STRIPE_PUBLISHABLE_KEY: 'pk_test_x' }],
    ['STRIPE_PUBLISHABLE_KEY', { ...STRIPE, STRIPE_SECRET_KEY: 'rk_test_x' }],
    ['STRIPE_WEBHOOK_SECRET', { ...STRIPE, STRIPE_WEBHOOK_SECRET: 'sk_live_x' }],
    ['GOOGLE_CLIENT_SECRET', { GOOGLE_CLIENT_ID: 'x' }],
    ['MAIL_FROM', { SMTP_URL: 'smtp://localhost' }],
    ...[
      'Clamshell',
      'a@b.example, c@d.example',
      'a@b.example <c@d.example',
      'a b@c.example',
      'G: a@b.example;',
      '"A <c@d.example>" <a@b.example>',
    ].map((MAIL_FROM) => ['MAIL_FROM', { SMTP_URL: 'smtp://localhost', MAIL_FROM }]),
    ['SMTP_URL', { SMTP_URL: 'smtp://', MAIL_FROM: 'a@b.example' }],
    ['SMTP_URL', { SMTP_URL: 'smtp:mail.example', MAIL_FROM: 'a@b.example' }],
    ['DATA_DIR', { ...PRODUCTION, DATA_DIR: process.execPath }],
    ['DATA_DIR', { ...PRODUCTION, DATA_DIR: join(process.execPath, 'data') }],
    ['CONTACT_EMAIL', { CONTACT_EMAIL: 'nobody' }],
    ['CONTACT_EMAIL', { CONTACT_EMAIL: 'a@example.com, b@example.com' }],
    ['S3_BUCKET', { S3_ENDPOINT: 'https://s3.example' }],
    ['TRUSTED_PROXIES', { TRUSTED_PROXIES: '10.0.0.0/8, proxy.example' }],
  ] as [string, NodeJS.ProcessEnv][])('%s %j', async (name, env) => {
    const failure = await readConfig({ DATA_DIR, ...env }).catch((error: Error) => error)
    expect(failure).toBeInstanceOf(ConfigError)
    expect((failure as Error).message).toContain(name)
    expect((failure as Error).message).not.toContain('\n')
  })

  it.each([
    ['the embedded database', 'DATABASE_URL', { DATABASE_URL: undefined }],
    ['a missing secret', 'SECRET', { SECRET: undefined }],
    ['a short secret', 'SECRET', { SECRET: 'x'.repeat(31) }],
    [
      'the card sandbox',
      'ALLOW_SANDBOX',
      { STRIPE_SECRET_KEY: '', STRIPE_PUBLISHABLE_KEY: '', STRIPE_WEBHOOK_SECRET: '' },
    ],
    ['the demo data', 'DEMO', { DEMO: '1' }],
  ])('production refuses %s', async (_what, name, env) => {
    await expect(readConfig({ ...PRODUCTION, ...env })).rejects.toThrow(name)
  })

  it('production accepts the card sandbox with ALLOW_SANDBOX=1', async () => {
    const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET, ...rest } = PRODUCTION
    expect((await readConfig({ ...rest, ALLOW_SANDBOX: '1' })).stripe).toBeUndefined()
  })
})
