import type { Config } from '../config.ts'
import { ADMIN, BUYER, DEMO_PASSWORD, SELLER } from '../demo/people.ts'

/** Tells the person who has started the shop where it is, and how to sign in. */
export function sayWhereItIsOpen(
  config: Config,
  { demo, sandbox }: { demo: boolean; sandbox: boolean },
): void {
  const here = `http://localhost:${config.port}`
  const lines = [
    '',
    `  Clamshell is open at ${config.publicUrl}${config.publicUrl === here ? '' : ` (here: ${here})`}`,
  ]
  if (!config.databaseUrl)
    lines.push(
      '',
      '  The embedded database is for trials only. Set DATABASE_URL to a PostgreSQL server for real use.',
    )
  if (sandbox)
    lines.push('  Cards are in test mode: pay with 4242 4242 4242 4242, any future date and any CVC.')
  if (!config.smtp && !config.production)
    lines.push(`  Mail is not sent but kept at ${config.publicUrl}/outbox`)
  if (demo)
    lines.push(
      '',
      `  Sign in as ${BUYER.email}, ${SELLER.email} or ${ADMIN.email}`,
      `  with the password ${DEMO_PASSWORD}`,
    )
  lines.push('')
  process.stdout.write(`${lines.join('\n')}\n`)
}
