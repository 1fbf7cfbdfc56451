import type pg from 'pg'
import { EmailToken, PasswordChange, PasswordReset, PasswordResetRequest } from '#contract/sign-in.ts'
import type { Db } from '../database/with-transaction.ts'
import type { Jobs } from '../jobs.ts'
import { findHashByEmail, findPassword } from './accounts.queries.ts'
import { signInAgain } from './admit.ts'
import { changePassword } from './change-password.ts'
import { confirmEmail } from './confirm-email.ts'
import type { KnownBrowsers } from './known-browsers.ts'
import { readInput } from './read-input.ts'
import { requestPasswordReset } from './request-password-reset.ts'
import { resendEmailConfirmation } from './resend-email-confirmation.ts'
import { resetPassword } from './reset-password.ts'
import type { ServiceCalls, SignIn } from './sign-in.ts'

type Deps = {
  pool: pg.Pool
  db: Db
  clock: () => Date
  jobs: Jobs
  publicUrl: string
  browsers: KnownBrowsers
}

const DONE = { status: true }

/** The calls that maintain an account: forgotten and changed passwords, the e-mail address and its confirmation. */
export function accountCalls(deps: Deps, findSession: SignIn['findSession']): ServiceCalls {
  async function requireSession(request: Request) {
    const session = await findSession(request)
    if (!session) throw signInAgain()
    return session
  }
  return {
    'POST /auth/request-password-reset': async (request, address) => {
      const { email } = await readInput(request, PasswordResetRequest)
      const known = await deps.browsers.find(request, email, () => findHashByEmail(deps.db, email))
      await requestPasswordReset(deps, { email, address, known: known !== undefined })
      return Response.json(DONE)
    },
    'POST /auth/reset-password': async (request) => {
      await resetPassword(deps, await readInput(request, PasswordReset))
      return Response.json(DONE)
    },
    'GET /auth/has-password': async (request) => {
      const { userId } = await requireSession(request)
      return Response.json({ hasPassword: (await findPassword(deps.db, userId)) !== undefined })
    },
    'POST /auth/change-password': async (request, address) => {
      const who = await requireSession(request)
      const { hash } = await changePassword(deps, who, {
        ...(await readInput(request, PasswordChange)),
        address,
      })
      return deps.browsers.remember(Response.json(DONE), { email: who.email, hash })
    },
    'POST /auth/send-verification-email': async (request, address) => {
      const { sent } = await resendEmailConfirmation(deps, await requireSession(request), address)
      return Response.json({ ...DONE, sent })
    },
    'POST /auth/confirm-email': async (request) => {
      const input = await readInput(request, EmailToken)
      return Response.json(await confirmEmail(deps, await findSession(request), input))
    },
  }
}
