import { readProblem } from '../api-problem.ts'
import { fetchShop } from '../fetch-shop.ts'

type Account = { id: string; email: string; name: string }

/** The account that this browser is signed in to; undefined for none. */
export async function findSignedIn(): Promise<Account | undefined> {
  const answer: { user?: Account } | null = await ask('/get-session')
  return answer?.user
}

/** One of the service's own calls: a POST if there is a body. */
export async function ask(path: string, body?: object) {
  const response = await fetchShop(`/auth${path}`, {
    ...(body && {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }),
  })
  if (response.ok) return response.status === 204 ? undefined : response.json()
  throw await readProblem(response)
}
