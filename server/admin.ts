import { existsSync } from 'node:fs'
import { Email } from '#contract/fields.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { joinEmbedded } from './database/join-embedded.ts'
import { openDatabase } from './database/open.ts'
import { Problem } from './problems.ts'
import { makeAdmin } from './users/make-admin.ts'

/*
 * `npm run admin -- someone@example.com`: makes an account an admin, on the database that the shop's settings
 * name. Says in one line what it did, or why not, and then ends with 1.
 */

async function run(named: string | undefined): Promise<string> {
  const email = Email.safeParse(named)
  if (!email.success) throw new ConfigError('Say whom: npm run admin -- someone@example.com')
  const place = await openPlace(await readConfig())
  const database = openDatabase(place.url, { max: 1, onIdleError: () => {} })
  try {
    const made = await makeAdmin({ ...database, clock: () => new Date() }, { email: email.data })
    return made
      ? `${email.data} is an admin now. They have been signed out and sign in again.`
      : `${email.data} is an admin already. Nothing was changed.`
  } finally {
    await database.close()
    await place.stop()
  }
}

async function openPlace({ databaseUrl, dataDir }: Config): Promise<{ url: string; stop(): Promise<void> }> {
  if (databaseUrl) return { url: databaseUrl, stop: async () => {} }
  const folder = `${dataDir}/database`
  if (!existsSync(folder))
    throw new ConfigError(`There is no shop in ${dataDir} yet. Start it once, and sign up there.`)
  return joinEmbedded({ folder, log: { error: (line) => void process.stderr.write(`${line}\n`) } })
}

/** The line for whoever typed the command. What has neither code nor words of ours is a fault: its stack. */
function sayWhy(error: unknown): string {
  if (error instanceof Problem || error instanceof ConfigError) return error.message
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code, message, stack } = cause as Error & { code?: unknown }
    if (code === '42P01') return 'The shop has not been started on this database yet.'
    if (typeof code === 'string') return `The database cannot be used: ${message || code}`
    if (!cause.cause) return /in use/.test(message) ? message : (stack ?? message)
  }
  return String(error)
}

try {
  process.stdout.write(`${await run(process.argv[2])}\n`)
} catch (error) {
  process.stderr.write(`${sayWhy(error)}\n`)
  process.exitCode = 1
}
