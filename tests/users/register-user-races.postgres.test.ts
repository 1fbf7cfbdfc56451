import { afterAll, beforeAll, expect, it } from 'vitest'
import { endUnprovenAccess } from '#server/sign-in/end-unproven-access.ts'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { cookieOf, PASSWORD } from '#tests/support/people.ts'
import { untilWaiting } from '#tests/support/until-waiting.ts'

let shop: FrontDoor
beforeAll(async () => {
  shop = await openFrontDoor()
})
afterAll(() => shop.close())

it.each([
  ['by-password', 'POST', () => '/api/users'],
  ['by-google', 'PUT', (email: string) => `/api/googleuser/${email}`],
])(
  'a stranger whose session ends during a sign-up (%s) sets neither role nor name',
  async (by, method, path) => {
    const email = `${by}@example.com`
    const account = { name: 'A stranger', email, password: PASSWORD }
    const { headers, body } = await shop.call('POST', '/auth/sign-up/email', { body: account })
    const userId: string = body.user.id
    await shop.sql(
      `insert into accounts (id, user_id, provider_id, account_id) values (gen_random_uuid(), $1, 'google', $2)`,
      [userId, email],
    )
    const busy = await shop.deps.pool.connect()
    await busy.query('begin')
    await busy.query('select from users where id = $1 for update', [userId])
    // The owner of the e-mail comes with Google, and is first in the queue for the row.
    const ending = endUnprovenAccess(shop.deps, { userId, name: 'The owner' })
    await untilWaiting(shop.deps.pool)
    const completing = shop.call(method, path(email), {
      cookie: cookieOf(headers),
      body: { name: 'A stranger', email, userType: 'buyer' },
    })
    await untilWaiting(shop.deps.pool, 2)
    await busy.query('commit')
    busy.release()
    await ending
    expect(await completing).toMatchObject({ status: 401, body: { code: 'not-signed-in' } })
    expect(await shop.sql('select name, user_type from users where id = $1', [userId])).toEqual([
      { name: 'The owner', user_type: null },
    ])
  },
)
