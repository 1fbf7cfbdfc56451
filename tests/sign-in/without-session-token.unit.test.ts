import { expect, it } from 'vitest'
import { withoutSessionToken } from '#server/sign-in/without-session-token.ts'

it('a refusal of the sign-in service is passed on unchanged', async () => {
  const refusal = { code: 'PASSWORD_TOO_SHORT', message: 'Password too short' }
  const answer = await withoutSessionToken(Response.json(refusal, { status: 400 }))
  expect([answer.status, await answer.json()]).toEqual([400, refusal])
})

it('the session token is removed from the response to a sign-in', async () => {
  const user = { id: '1', name: 'Ada', email: 'ada@example.com', emailVerified: true, image: null }
  const answer = await withoutSessionToken(Response.json({ token: 'a secret', user: { ...user, more: 1 } }))
  expect([answer.status, await answer.json()]).toEqual([200, { user }])
})
