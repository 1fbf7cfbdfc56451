import type { Config } from '../config.ts'
import { ADMIN, BUYER, DEMO_PASSWORD, SELLER } from '../demo/people.ts'
import type { OpenShop } from './open-shop.ts'

/**
 * Tells the person who has started the shop where it is, and how to sign in. In production one line of the log says it:
 * what collects the log expects no other lines.
 */
export function sayWhereItIsOpen(
  config: Config,
  { log, demo, sandbox }: Pick<OpenShop, 'log' | 'demo' | 'sandbox'>,
): void {
  if (config.production) {
    const { publicUrl, port } = config
    log.info({ event: 'open', publicUrl, port, sandboxCards: sandbox }, 'the shop is open')
    return
  }
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
  if (!config.smtp) lines.push(`  Mail is not sent but kept at ${config.publicUrl}/outbox`)
  if (demo)
    lines.push(
      '',
      `  Sign in as ${BUYER.email}, ${SELLER.email} or ${ADMIN.email}`,
      `  with the password ${DEMO_PASSWORD}`,
    )
  lines.push('')
  process.stdout.write(`${lines.join('\n')}\n`)
}
