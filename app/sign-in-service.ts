import { readProblem } from './api-problem.ts'
import { reach } from './reach.ts'

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
