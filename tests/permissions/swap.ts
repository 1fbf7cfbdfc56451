import type { FrontDoor } from '#tests/support/front-door.ts'
import type { Person } from '#tests/support/people.ts'
import type { Made } from './world.ts'

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\b[0-9a-f]{32}\b|\bpi_\w+/
const EMAIL = /[\w.+-]+@[\w-]+\.\w+/
/** What identifies a thing or a person: an id, the provider's number of a payment, an e-mail address. */
const NAME = new RegExp(`(?:/api/images/)?(?:${ID.source})|${EMAIL.source}`, 'g')

/** Every such name anywhere in an answer, in whole and in part. */
export function namesIn(answer: unknown): string[] {
  if (typeof answer === 'string') return [...(answer.match(NAME) ?? []), ...(ID.exec(answer) ?? [])]
  if (typeof answer === 'object' && answer !== null) return Object.values(answer).flatMap(namesIn)
  return []
}

const isEmail = (name: string) => name.includes('@')

/**
 * The call once for each name in its path, query and body, replaced by another name. Ids replace ids and addresses
 * replace addresses; anything else would be refused for its form.
 */
export function swaps(made: Made, name: string): Made[] {
  const places = new RegExp(`(?<=[/=])(?:${ID.source}|${EMAIL.source})`, 'g')
  const inPath = [...made.path.matchAll(places)].filter(([old]) => isEmail(old) === isEmail(name))
  const body = made.body as Record<string, unknown> | undefined
  const fields = Object.entries(body ?? {})
    .filter(([, value]) => namesIn(value).some((old) => isEmail(old) === isEmail(name)))
    .map(([field]) => field)
  const all = Object.fromEntries(fields.map((field) => [field, name]))
  return [
    ...inPath.map(({ index, 0: old }) => ({
      ...made,
      path: made.path.slice(0, index) + encodeURIComponent(name) + made.path.slice(index + old.length),
    })),
    ...fields.map((field) => ({ ...made, body: { ...body, [field]: name } })),
    ...(fields.length > 1 ? [{ ...made, body: { ...body, ...all } }] : []),
  ]
}

const OWNED: Record<string, string> = {
  users: 'id',
  orders: 'buyer_id',
  payments: 'buyer_id',
  wishlist: 'buyer_id',
  products: 'seller_id',
  images: 'owner_id',
  sessions: 'user_id',
  accounts: 'user_id',
  reports: 'reporter_id',
}

/** Every row that belongs to these people, as one hash. */
export async function hashRowsOf(shop: FrontDoor, people: Person[]): Promise<string> {
  const rows = Object.entries(OWNED).map(
    ([table, owner]) =>
      `select '${table}' || (to_jsonb(t) - '{last_seen_at,updated_at,expires_at}'::text[])::text as row from ${table} t where ${owner} = any($1)`,
  )
  const query = `select md5(string_agg(row, e'\\n' order by row)) as hash from (${rows.join(' union all ')}) as all_rows`
  const [{ hash }] = await shop.sql(query, [people.map(({ id }) => id)])
  return hash
}
