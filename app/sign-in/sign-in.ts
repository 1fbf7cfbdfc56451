import type { User } from '#contract/users.ts'
import { ApiProblem } from '../api-problem.ts'
import { refreshSession } from '../session/session.ts'
import { ask } from '../session/sign-in-service.ts'

/** Signs in. The service keeps the session in a cookie that no script can read. */
export async function signInWithPassword(email: string, password: string): Promise<void> {
  await ask('/sign-in/email', { email, password })
}

/** Creates an account and signs in to it. `emailToken`: from the mailed link that led here, if one did. */
export async function signUpWithPassword(account: {
  name: string
  email: string
  password: string
  emailToken?: string | undefined
}): Promise<void> {
  await ask('/sign-up/email', account)
}

/** Begins a sign-in with Google; returns the address where an account is chosen. `next`: where to go after it. */
export async function startGoogleSignIn(next: string): Promise<string> {
  const answer: { url: string } = await ask('/sign-in/social', { provider: 'google', next })
  return answer.url
}

/** Adopts the new session. Throws if nobody is signed in, or that cannot be found out. */
export async function enterSession(): Promise<User> {
  const found = await refreshSession()
  if (found.status === 'failed') throw found.problem
  if (found.status === 'signed-in') return found.user
  throw new ApiProblem(
    401,
    'not-signed-in',
    'Your browser did not keep our cookie. Please allow cookies for this site, then try again.',
  )
}
