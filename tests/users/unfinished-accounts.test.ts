import { afterAll, beforeAll, expect, it } from 'vitest'
import { forgetUnfinishedAccounts } from '#server/users/forget-unfinished-accounts.ts'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { cookieOf, PASSWORD, signUp } from '#tests/support/people.ts'

let shop: FrontDoor
beforeAll(async () => {
  shop = await openFrontDoor()
})
afterAll(() => shop.close())

let count = 0
/** Somebody who has not chosen between buying and selling. */
async function begin(): Promise<{ email: string; cookie: string }> {
  const email = `unfinished-${++count}@example.com`
  const { headers } = await shop.call('POST', '/auth/sign-up/email', {
    body: { name: 'Ada', email, password: PASSWORD },
  })
  return { email, cookie: cookieOf(headers) }
}
const signOut = ({ cookie }: { cookie: string }) => shop.call('POST', '/auth/sign-out', { cookie, body: {} })
const age = (days: number, email: string) =>
  shop.sql(`update users set created_at = $2 where email = $1`, [
    email,
    new Date(shop.deps.clock().getTime() - days * 24 * 60 * 60_000),
  ])
const isThere = async ({ email }: { email: string }) =>
  (await shop.sql('select from users where email = $1', [email])).length === 1

it('an unfinished account without a session is deleted after thirty days, with its links', async () => {
  const [old, young, signedIn] = [await begin(), await begin(), await begin()]
  const finished = await signUp(shop, 'buyer')
  for (const person of [old, young, finished]) expect((await signOut(person)).status).toBe(204)
  for (const { email } of [old, signedIn, finished]) await age(31, email)
  await age(29, young.email)
  const [{ id }] = await shop.sql('select id from users where email = $1', [old.email])
  await forgetUnfinishedAccounts(shop.deps)
  expect(await Promise.all([old, young, signedIn, finished].map(isThere))).toEqual([false, true, true, true])
  const told = `select actor_id, subject, details from audit_events where action = 'person-deleted'`
  expect(await shop.sql(told)).toEqual([{ actor_id: null, subject: id, details: { by: 'clean-up' } }])
  const linked = await shop.sql('select value from verifications where value like $1', ['unfinished-%'])
  expect(linked.map(({ value }) => value).sort()).toEqual([young.email, signedIn.email])
})

it('a person whose unfinished account was deleted can sign up again', async () => {
  const { email, cookie } = await begin()
  await signOut({ cookie })
  await age(31, email)
  await forgetUnfinishedAccounts(shop.deps)
  const again = await shop.call('POST', '/auth/sign-up/email', {
    body: { name: 'Ada', email, password: PASSWORD },
  })
  expect(again.status).toBe(200)
})

it('unfinished accounts are deleted by five hundred, each batch audited in one statement', async () => {
  const { clock } = shop.deps
  await shop.sql(
    `insert into users (id, name, email, created_at)
     select gen_random_uuid(), 'Ada', 'flood-' || n || '@example.com', $1 from generate_series(1, 1101) as n`,
    [new Date(clock().getTime() - 31 * 24 * 60 * 60_000)],
  )
  const lines = `select count(*)::int as n from audit_events where action = 'person-deleted' and at >= $1`
  const from = clock()
  await forgetUnfinishedAccounts(shop.deps)
  expect(await shop.sql(`select from users where email like 'flood-%'`)).toEqual([])
  // Grouped by transaction, and by the command in it that wrote them.
  const rounds = await shop.sql(`${lines} group by xmin::text, cmin::text order by n`, [from])
  expect(rounds).toEqual([{ n: 101 }, { n: 500 }, { n: 500 }])
})
