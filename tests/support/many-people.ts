import { createHash, randomUUID } from 'node:crypto'
import { type FrontDoor, SECRET } from './front-door.ts'
import type { Ledger } from './invariants.ts'
import { openSessions } from './open-sessions.ts'
import type { Person } from './people.ts'

/** As many signed-in people as a test needs, without the time that hashing passwords takes. They have no cookie. */
export async function makePeople(
  ledger: Ledger,
  userType: 'buyer' | 'seller' | 'admin',
  count: number,
  signIn: { now: Date; secret: string },
): Promise<Person[]> {
  const ids = Array.from({ length: count }, () => randomUUID())
  const emailOf = (id: string) => `${userType}-${id}@example.com`
  await ledger.sql(
    `insert into users (id, name, email, email_verified, user_type, last_seen_at, created_at)
     select id, name, email, true, $4, $5, $5 from unnest($1::uuid[], $2::text[], $3::text[]) as t (id, name, email)`,
    [ids, ids.map(nameOf), ids.map(emailOf), userType, signIn.now],
  )
  const tokens = await openSessions((sql, values) => ledger.sql(sql, values), ids, signIn)
  return ids.map((id, at) => ({
    id,
    name: nameOf(id),
    email: emailOf(id),
    cookie: '',
    token: tokens[at] ?? '',
  }))
}

/** All names differ, so that a name in the wrong place is noticed. */
const nameOf = (id: string) => `Person ${createHash('sha256').update(id).digest('hex').slice(0, 8)}`

/** The same for a shop with a front door. */
export function crowd(shop: FrontDoor, userType: 'buyer' | 'seller' | 'admin', count: number) {
  return makePeople(shop, userType, count, { now: shop.deps.clock(), secret: SECRET })
}
