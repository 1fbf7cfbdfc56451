import { type FrontDoor, ORIGIN, openFrontDoor } from '#tests/support/front-door.ts'
import { makeAdmin, type Person, renewToken, signUp } from '#tests/support/people.ts'

export type World = { shop: FrontDoor; seller: Person; buyer: Person; admin: Person }

/** A change that somebody requests, ready to be sent any number of times, and how to check that it happened once. */
export type Change = {
  request: () => Request
  /** The network address that it comes from, if that matters. */
  address?: string
  /** The statuses of the first answer and of the following ones. */
  first: number
  again: number[]
  /** Counts its effects, and the expected count however often it was sent. */
  effect: () => Promise<unknown>
  once: unknown
  /** Its response contains a secret, which is created again instead of being stored under an Idempotency-Key. */
  secret?: true
  /** Each answer looks like that of a new change, with a new id: strangers must not learn what was there already. */
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

/** Only by the session cookie: for calls to which a token is not enough. */
export const byCookie = ({ cookie }: Person) => ({ cookie })

/** The count that a query returns. */
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
