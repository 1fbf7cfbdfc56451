import { afterAll, beforeAll, expect, it } from 'vitest'
import { PASSWORD, signUp } from '#tests/support/people.ts'
import { untilWaiting } from '#tests/support/until-waiting.ts'
import { openShopWithGoogle, signInWithGoogle } from './google-steps.ts'

const GINA = 'gina@gmail.test'
let shop: Awaited<ReturnType<typeof openShopWithGoogle>>
beforeAll(async () => {
  shop = await openShopWithGoogle([{ name: 'Gina Google', email: GINA }])
  await shop.sql(`create function give_up() returns trigger language plpgsql as $$ begin
    raise exception using errcode = '57014', message = 'canceling statement due to statement timeout'; end $$`)
})
afterAll(async () => {
  await shop.close()
  await shop.google.stop()
})

/** Does `work` while the database aborts such statements on a table. */
async function whileGivenUp<T>(what: string, work: () => Promise<T>): Promise<T> {
  await shop.sql(`create trigger busy before ${what} for each row execute function give_up()`)
  const result = await work()
  await shop.sql(`drop trigger busy on ${what.split(' ').at(-1)}`)
  return result
}

const UNAVAILABLE = { status: 503, body: { code: 'database-unavailable' } }
const open = (email: string, address: string) =>
  shop.call('POST', '/auth/sign-up/email', { address, body: { name: 'Ada', email, password: PASSWORD } })
const triesOf = async (key: string) =>
  (await shop.sql('select count from rate_limits where key = $1', [key]))[0]?.count ?? 0

it.each(['insert on users', 'insert on accounts', 'insert on sessions'])(
  'a sign-up that fails at %s gets a 503, not email-taken, and can be repeated',
  async (what) => {
    const email = `${what.replaceAll(' ', '-')}@example.com`
    expect(await whileGivenUp(what, () => open(email, '10.5.0.1'))).toMatchObject(UNAVAILABLE)
    expect(await triesOf('sign-up taken 10.5.0.1')).toBe(0)
    expect((await open(email, '10.5.0.1')).status).toBe(200)
  },
)

it('a sign-up whose e-mail is taken concurrently gets email-taken, and is counted', async () => {
  const email = 'taken-meanwhile@example.com'
  const other = await shop.deps.pool.connect()
  await other.query('begin')
  await other.query(`insert into users (id, name, email) values (gen_random_uuid(), 'Eve', $1)`, [email])
  const answer = open(email, '10.5.0.2')
  await untilWaiting(shop.deps.pool)
  await other.query('commit')
  other.release()
  const { status, body } = await answer
  const detail = 'This e-mail already has an account.'
  expect({ status, ...body }).toMatchObject({
    status: 422,
    code: 'email-taken',
    detail,
    errors: [{ pointer: '/email', message: `${detail} If the account is yours, log in.` }],
  })
  expect(await triesOf('sign-up taken 10.5.0.2')).toBe(1)
})

it('a sign-in that fails in the database does not count as an attempt', async () => {
  const { email } = await signUp(shop, 'buyer')
  const body = { email, password: PASSWORD }
  const signIn = () => shop.call('POST', '/auth/sign-in/email', { body, address: '10.5.0.3' })
  expect(await whileGivenUp('insert on sessions', signIn)).toMatchObject(UNAVAILABLE)
  expect(await triesOf('sign-in address 10.5.0.3')).toBe(0)
  expect(await triesOf(`sign-in account ${email}`)).toBe(0)
})

it.each(['insert on users', 'insert on sessions'])(
  'a Google sign-in that fails at %s redirects to the login page, and does not count',
  async (what) => {
    const { to, cookie } = await whileGivenUp(what, () => signInWithGoogle(shop, GINA))
    expect(to).toMatch(/^\/login\?google=failed/)
    expect(cookie).toBe('')
    expect(await triesOf('google address 127.0.0.1')).toBe(0)
  },
)

it('a sign-out that fails in the database gets a 503 and keeps the session', async () => {
  const { id, cookie, token, email } = await signUp(shop, 'buyer')
  const signOut = () => shop.call('POST', '/auth/sign-out', { cookie, body: {} })
  const failed = await whileGivenUp('delete on sessions', signOut)
  expect(failed).toMatchObject(UNAVAILABLE)
  expect(failed.headers.getSetCookie()).toEqual([])
  const told = `select 1 from audit_events where action = 'signed-out' and actor_id = $1`
  expect(await shop.sql(told, [id])).toEqual([])
  expect((await signOut()).status).toBe(204)
  expect(await shop.sql(told, [id])).toHaveLength(1)
  expect((await shop.call('GET', `/api/user?email=${email}`, { token })).status).toBe(401)
})
