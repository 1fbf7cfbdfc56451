import { expect, it } from 'vitest'
import { withoutSessionToken } from '#server/sign-in/without-session-token.ts'

it('a refusal of the sign-in service stays as it is', async () => {
  const refusal = { code: 'PASSWORD_TOO_SHORT', message: 'Password too short' }
  const answer = await withoutSessionToken(Response.json(refusal, { status: 400 }))
  expect([answer.status, await answer.json()]).toEqual([400, refusal])
})

it('what proves a sign-in is taken out of the answer to it', async () => {
  const user = { id: '1', name: 'Ada', email: 'ada@example.com', emailVerified: true, image: null }
  const answer = await withoutSessionToken(Response.json({ token: 'a secret', user: { ...user, more: 1 } }))
  expect([answer.status, await answer.json()]).toEqual([200, { user }])
})
