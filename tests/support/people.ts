import type { FrontDoor } from './front-door.ts'

export type Person = { id: string; name: string; email: string; cookie: string; token: string }
export const PASSWORD = 'a good long password'

let count = 0

/** A person who has signed up through the front door and has an access token. */
export async function signUp(
  shop: FrontDoor,
  userType: 'buyer' | 'seller',
  name = `Person ${++count}`,
): Promise<Person> {
  const email = `person-${process.pid}-${++count}@example.com`
  const account = await shop.call('POST', '/auth/sign-up/email', {
    body: { name, email, password: PASSWORD },
  })
  const cookie = cookieOf(account.headers)
  const made = await shop.call('POST', '/api/users', { cookie, body: { name, email, userType } })
  if (made.status !== 201) throw new Error(`Sign-up answered ${made.status}: ${JSON.stringify(made.body)}`)
  const person = { id: made.body.insertedId, name, email, cookie, token: '' }
  return { ...person, token: await renewToken(shop, person) }
}

/** By SQL, which is quicker than `npm run admin`: no call makes an admin. */
export async function makeAdmin(shop: FrontDoor): Promise<Person> {
  const person = await signUp(shop, 'buyer')
  await shop.sql(`update users set user_type = 'admin' where id = $1`, [person.id])
  return person
}

export async function renewToken(
  shop: FrontDoor,
  { email, cookie }: Pick<Person, 'email' | 'cookie'>,
): Promise<string> {
  const { body } = await shop.call('POST', '/api/jwt', { cookie, body: { email } })
  return body.token
}

export function cookieOf(headers: Headers): string {
  return headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}
