import { Email } from '#contract/fields.ts'
import { runCommand } from './process/run-command.ts'
import { withStores } from './process/with-stores.ts'
import { ConfigError } from './setting-values.ts'
import { makeAdmin } from './users/make-admin.ts'

/*
 * `npm run admin -- someone@example.com`: makes an account an admin, in the database of the current settings. Prints
 * one line that says what it did, or why not, and then exits with code 1.
 */

async function run(named: string | undefined): Promise<string> {
  const email = Email.safeParse(named)
  if (!email.success) throw new ConfigError('Say who: npm run admin -- someone@example.com')
  const { made, proven } = await withStores({ mustExist: true }, (stores) =>
    makeAdmin(stores, { email: email.data }),
  )
  if (!made) return `${email.data} is an admin already. Nothing was changed.`
  const done = `${email.data} is an admin now. They have been signed out and must sign in again.`
  return proven
    ? done
    : `${done} This e-mail address is not confirmed yet: make sure that the account is theirs, and have them follow the sign-up link.`
}

await runCommand(run)
