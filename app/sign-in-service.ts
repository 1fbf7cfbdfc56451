import { readProblem } from './api-problem.ts'
import { reach } from './reach.ts'

/** Signs in. The service keeps the session in a cookie that no script can read. */
export async function signInWithPassword(email: string, password: string): Promise<void> {
  await ask('/sign-in/email', { email, password })
}

/** Makes an account and signs in to it. `emailToken`: of the mailed link that led here, if one did. */
export async function signUpWithPassword(account: {
  name: string
  email: string
  password: string
  emailToken?: string | undefined
}): Promise<void> {
  await ask('/sign-up/email', account)
}

/** Begins a sign-in with Google; answers the address where an account is chosen. `next`: where to go after it. */
export async function startGoogleSignIn(next: string): Promise<string> {
  const answer: { url: string } = await ask('/sign-in/social', { provider: 'google', next })
  return answer.url
}

/** Ends the session. */
export async function endSession(): Promise<void> {
  await ask('/sign-out', {})
}

/** Whoever this browser is signed in as; undefined for nobody. */
export async function findSignedIn(): Promise<{ id: string; email: string; name: string } | undefined> {
  const answer: { user?: { id: string; email: string; name: string } } | null = await ask('/get-session')
  return answer?.user
}

/** One of the service's own calls: a POST where there is a body. */
export async function ask(path: string, body?: object) {
  const response = await reach(`/auth${path}`, {
    ...(body && {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }),
  })
  if (response.ok) return response.status === 204 ? undefined : response.json()
  throw await readProblem(response)
}
