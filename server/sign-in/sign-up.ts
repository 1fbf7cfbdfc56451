import pg from 'pg'
import type { Logger } from 'pino'
import { NewAccount } from '#contract/sign-in.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Db } from '../database/with-transaction.ts'
import type { Jobs } from '../jobs.ts'
import { trySpendLimit } from '../limits/spend-limit.ts'
import { Problem } from '../problems.ts'
import { proveEmail } from '../users/prove-email.ts'
import { findPersonByEmail } from '../users/users.queries.ts'
import { findHashByEmail } from './accounts.queries.ts'
import type { KnownBrowsers } from './known-browsers.ts'
import { confirmationsOf, mailEmailConfirmation } from './mail-email-confirmation.ts'
import { readMailedToken } from './mailed-tokens.ts'
import { refusePassword, withHash } from './passwords.ts'
import { readInput, withBody } from './read-input.ts'
import { readRefusal } from './read-refusal.ts'
import { inHex } from './service-users.ts'
import { takeSignUpTry } from './sign-in-limits.ts'

type Deps = {
  pool: pg.Pool
  db: Db
  clock: () => Date
  jobs: Jobs
  publicUrl: string
  log: Logger
  browsers: KnownBrowsers
}

/**
 * Creates an account, signed in at once, by the service's own call (`make`), and mails the link that confirms its
 * e-mail, unless a mailed link led here: then it is confirmed. Problems: `bad-input`, `email-taken`, and
 * `too-many-requests` for an address that tests which e-mails are taken.
 */
export async function signUp(
  deps: Deps,
  request: Request,
  address: string,
  make: (request: Request) => Promise<Response>,
): Promise<Response> {
  const { emailToken, ...account } = await readInput(request, NewAccount)
  refusePassword(account.password, account, 'password')
  const giveBack = await takeSignUpTry(deps.db, address, deps.clock())
  const ask = () => make(withBody(request, { ...account, email: inHex(account.email) }))
  const response = await withHash(account.password, ask).catch(async (error: unknown) => {
    if (isTaken(error)) throw emailTaken('This e-mail already has an account.')
    await giveBack()
    throw error
  })
  const refusal = response.status === 422 ? await readRefusal(response) : undefined
  if (refusal?.code === 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL') throw emailTaken(refusal.message)
  await giveBack()
  if (!response.ok) return response
  const { email } = account
  const actor = { email }
  await recordAudit(deps.db, { action: 'signed-up', at: deps.clock(), actor, details: { by: 'password' } })
  // The account exists and its owner is signed in, whether or not the mail can be sent: they can ask for it again.
  await startProof(deps, email, emailToken, address).catch((err: unknown) =>
    deps.log.error(
      { event: 'confirmation-not-mailed', err },
      'the confirmation mail of a sign-up could not be sent',
    ),
  )
  return deps.browsers.remember(response, { email, hash: await findHashByEmail(deps.db, email) })
}

/** `detail`: what the sign-in service says (specification, 8). */
function emailTaken(detail: string): Problem {
  const message = `${detail} If the account is yours, log in.`
  return new Problem('email-taken', detail, { errors: [{ pointer: '/email', message }] })
}

/** Somebody else took it after the service had checked. */
const isTaken = (error: unknown) =>
  error instanceof pg.DatabaseError && error.constraint === 'users_email_key'

async function startProof(
  deps: Deps,
  email: string,
  emailToken: string | undefined,
  address: string,
): Promise<void> {
  const { db, clock } = deps
  const person = await findPersonByEmail(db, email)
  if (!person) return
  const proven = emailToken && (await readMailedToken(db, 'confirm-email', emailToken, clock())) === email
  if (proven) return proveEmail(deps, person.id)
  const { key, limit } = confirmationsOf(address)
  if (await trySpendLimit(db, key, limit, clock())) await mailEmailConfirmation(deps, person)
}
