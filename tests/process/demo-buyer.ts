import { DEMO_PASSWORD } from '#server/demo/people.ts'
import type { Shop } from '#tests/support/shop.ts'

/* What the demonstration's buyer does, over HTTP. */

export const laptopsOf = async ({ url }: Shop): Promise<{ _id: string }[]> =>
  (await fetch(`${url}/api/products?limit=100`)).json()

export async function signIn({ url }: Shop): Promise<string> {
  const email = 'buyer@clamshell.test'
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ email, password: DEMO_PASSWORD })
  const session = await fetch(`${url}/auth/sign-in/email`, { method: 'POST', headers, body })
  const cookie = session.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ')
  const token = await fetch(`${url}/api/jwt`, {
    method: 'POST',
    headers: { ...headers, cookie },
    body: JSON.stringify({ email }),
  })
  return (await token.json()).token
}

export async function book({ url }: Shop, token: string, productId: string): Promise<string | undefined> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const body = JSON.stringify({ productId, phone: '01700000001', location: 'Agrabad, Chattogram' })
  const answer = await fetch(`${url}/api/booking`, { method: 'POST', headers, body }).catch(() => undefined)
  return answer?.ok ? (await answer.json().catch(() => undefined))?.insertedId : undefined
}
