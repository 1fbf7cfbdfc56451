import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { faultOf, inOnePiece, validatorOf } from '#tests/input/schemas.ts'
import type { FrontDoor, Sent } from '#tests/support/front-door.ts'
import { linkTo } from '#tests/support/mails.ts'
import { cookieOf, PASSWORD } from '#tests/support/people.ts'
import { openShopWithGoogle } from './google-steps.ts'

const { paths, components } = JSON.parse(readFileSync('contract/openapi.json', 'utf8'))

let shop: FrontDoor
beforeAll(async () => {
  shop = await openShopWithGoogle([])
})
afterAll(() => shop.close())

const called = new Set<string>()

/** Makes a call, whose answer must be as the OpenAPI document describes it. */
async function ask(call: string, sent: Sent = {}) {
  const [method = '', path = ''] = call.split(' ')
  called.add(call)
  const answer = await shop.call(method, path, sent)
  if (answer.body === 'null') answer.body = null
  const described = paths[path][method.toLowerCase()].responses[answer.status]
  expect(described, `${call} answered ${answer.status}`).toBeDefined()
  const schema = described.content?.['application/json'].schema
  if (schema)
    expect(faultOf(validatorOf(inOnePiece(schema, components.schemas)), answer.body), call).toBeUndefined()
  else expect(answer.body).toBe('')
  return answer
}

it('every sign-in call answers as the OpenAPI document describes it', async () => {
  const account = { name: 'Ada Karim', email: 'ada@example.com', password: PASSWORD }
  const { email } = account
  await ask('POST /auth/sign-up/email', { body: account })
  const { token } = linkTo(shop, email)
  await ask('POST /auth/confirm-email', { body: { token } })
  const { headers } = await ask('POST /auth/sign-in/email', { body: { email, password: PASSWORD } })
  const cookie = cookieOf(headers)
  await ask('POST /auth/confirm-email', { cookie, body: { token } })
  await ask('POST /auth/send-verification-email', { cookie, body: {} })
  expect((await ask('GET /auth/get-session', { cookie })).body.user.email).toBe(email)
  expect((await ask('GET /auth/get-session')).body).toBeNull()
  await ask('GET /auth/has-password', { cookie })
  const newPassword = `${PASSWORD}, and a newer one`
  await ask('POST /auth/change-password', { cookie, body: { currentPassword: PASSWORD, newPassword } })
  await ask('POST /auth/sign-out', { cookie, body: {} })
  await ask('POST /auth/request-password-reset', { body: { email } })
  await ask('POST /auth/reset-password', {
    body: { token: linkTo(shop, email).token, newPassword: PASSWORD },
  })
  await ask('POST /auth/sign-in/social', { body: { provider: 'google', next: '/blogs' } })
  const described = Object.entries<object>(paths)
    .filter(([path]) => path.startsWith('/auth/'))
    .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`))
  expect([...called].sort()).toEqual(described.sort())
})
