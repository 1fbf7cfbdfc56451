import { afterAll, beforeAll, expect, it } from 'vitest'
import { openShopWithGoogle, personOf, register, signInWithGoogle } from '#tests/sign-in/google-steps.ts'
import { makeAdmin, signUp } from '#tests/support/people.ts'

const NEW = 'new@gmail.test'
const SELLER = 'seller@gmail.test'
const ADMIN = 'admin@gmail.test'

let shop: Awaited<ReturnType<typeof openShopWithGoogle>>
beforeAll(async () => {
  shop = await openShopWithGoogle([NEW, SELLER, ADMIN].map((email) => ({ name: 'Gina Google', email })))
})
afterAll(async () => {
  await shop.close()
  await shop.google.stop()
})

const told = (id: string) =>
  shop.sql(
    `select action, actor_id, details->>'by' as by from audit_events
     where actor_id = $1 or subject = $1::text order by at, id`,
    [id],
  )
const by = (id: string, ...lines: [action: string, by: string | null][]) =>
  lines.map(([action, by]) => ({ action, actor_id: id, by }))

it('records a first sign-in with Google, the new buyer, and a later sign-in', async () => {
  for (let n = 0; n < 2; n++) {
    const { cookie } = await signInWithGoogle(shop, NEW)
    await register(shop, cookie, NEW)
  }
  const { id } = await personOf(shop, NEW)
  expect(await told(id)).toEqual(
    by(
      id,
      ['signed-up', 'google'],
      ['google-linked', 'google'],
      ['signed-in', 'google'],
      ['role-changed', 'google'],
      ['signed-in', 'google'],
    ),
  )
})

it.each([
  ['a seller', SELLER, () => signUp(shop, 'seller')],
  ['an admin', ADMIN, () => makeAdmin(shop)],
])('records the linking of Google to %s, whose role does not change', async (_what, email, make) => {
  const { id } = await make()
  await shop.sql('update users set email = $1 where id = $2', [email, id])
  const { user_type } = await personOf(shop, email)
  const before = (await told(id)).length
  const { cookie } = await signInWithGoogle(shop, email)
  await register(shop, cookie, email)
  expect((await told(id)).slice(before)).toEqual(
    by(id, ['email-confirmed', null], ['google-linked', 'google'], ['signed-in', 'google']),
  )
  expect((await personOf(shop, email)).user_type).toBe(user_type)
})
