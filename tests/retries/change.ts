import { type FrontDoor, ORIGIN, openFrontDoor } from '#tests/support/front-door.ts'
import { makeAdmin, type Person, renewToken, signUp } from '#tests/support/people.ts'

export type World = { shop: FrontDoor; seller: Person; buyer: Person; admin: Person }

/** A change that somebody asks for, ready to be sent any number of times, and how to see that it happened once. */
export type Change = {
  request: () => Request
  /** The network address that it comes from, where that matters. */
  address?: string
  /** The statuses of the first answer and of the following ones. */
  first: number
  again: number[]
  /** Counts what it has done, and what that must be however often it was sent. */
  effect: () => Promise<unknown>
  once: unknown
  /** Its answer holds a secret, which is made anew rather than kept under an Idempotency-Key. */
  secret?: true
  /** Each answer is that of a change, under an id of its own: what was there already would be told to strangers. */
  alike?: true
}
export type Changes = Record<string, (world: World) => Promise<Change>>

export async function openWorld(): Promise<World> {
  const shop = await openFrontDoor()
  const [seller, buyer, admin] = [
    await signUp(shop, 'seller'),
    await signUp(shop, 'buyer'),
    await makeAdmin(shop),
  ]
  return { shop, seller, buyer, admin: { ...admin, token: await renewToken(shop, admin) } }
}

/** A call as a browser makes it, with the token or the cookie of `who`. */
export function asking(
  method: string,
  path: string,
  { token, cookie }: Partial<Person> = {},
  body?: unknown,
): () => Request {
  return () =>
    new Request(`${ORIGIN}${path}`, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token ? { authorization: `Bearer ${token}` } : cookie && { cookie, origin: ORIGIN }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
}

/** Only by the sign-in's cookie: the calls that a token is not enough for. */
export const byCookie = ({ cookie }: Person) => ({ cookie })

/** The one number that a query answers. */
export const count = async ({ shop }: World, sql: string, values: unknown[]) =>
  Number(Object.values((await shop.sql(`select count(*) from ${sql}`, values))[0] ?? {})[0])

type Outcome = {
  status: number
  text: string
  replayed: boolean
  did: boolean
  id: string | undefined
}

/** Sends a change once. `did`: whether its answer says that something was made, changed or deleted. */
export async function send(
  { shop }: World,
  { request, address = '127.0.0.1' }: Change,
  headers: Record<string, string> = {},
): Promise<Outcome> {
  const asked = request()
  for (const [name, value] of Object.entries(headers)) asked.headers.set(name, value)
  return read(await shop.app.fetch(asked, address))
}

async function read(response: Response): Promise<Outcome> {
  const text = await response.text()
  const body = text.startsWith('{') ? JSON.parse(text) : {}
  const did = response.status === 201 || body.modifiedCount > 0 || body.deletedCount > 0
  const replayed = response.headers.get('idempotency-replayed') === 'true'
  return { status: response.status, text, replayed, did, id: body.insertedId }
}
