import { createHash, randomUUID } from 'node:crypto'
import { createAccessTokens } from '#server/sign-in/access-token.ts'
import { type FrontDoor, SECRET } from './front-door.ts'
import type { Ledger } from './invariants.ts'
import type { Person } from './people.ts'

const MONTH_MS = 30 * 24 * 60 * 60_000

/**
 * People who are signed in, as many as a test needs, without the time that choosing a password takes: their rows
 * are written, their tokens are as the shop issues them. They hold no cookie.
 */
export async function makePeople(
  ledger: Ledger,
  userType: 'buyer' | 'seller' | 'admin',
  count: number,
  { now, secret }: { now: Date; secret: string },
): Promise<Person[]> {
  const people = Array.from({ length: count }, () => ({ id: randomUUID(), sessionId: randomUUID() }))
  const ids = people.map(({ id }) => id)
  const emailOf = (id: string) => `${userType}-${id}@example.com`
  await ledger.sql(
    `insert into users (id, name, email, email_verified, user_type, last_seen_at, created_at)
     select id, name, email, true, $4, $5, $5 from unnest($1::uuid[], $2::text[], $3::text[]) as t (id, name, email)`,
    [ids, ids.map(nameOf), ids.map(emailOf), userType, now],
  )
  await ledger.sql(
    `insert into sessions (id, user_id, token, expires_at, created_at, updated_at)
     select id, user_id, id::text, $3, $4, $4 from unnest($1::uuid[], $2::uuid[]) as t (id, user_id)`,
    [people.map(({ sessionId }) => sessionId), ids, new Date(now.getTime() + MONTH_MS), now],
  )
  const tokens = createAccessTokens(secret)
  return Promise.all(
    people.map(async ({ id, sessionId }) => ({
      id,
      name: nameOf(id),
      email: emailOf(id),
      cookie: '',
      token: await tokens.issue({ userId: id, sessionId }, now),
    })),
  )
}

/** Nobody is called like somebody else, so that a name in the wrong place can be seen. */
const nameOf = (id: string) => `Person ${createHash('sha256').update(id).digest('hex').slice(0, 8)}`

/** The same for a shop that is driven through its front door. */
export function crowd(shop: FrontDoor, userType: 'buyer' | 'seller' | 'admin', count: number) {
  return makePeople(shop, userType, count, { now: shop.deps.clock(), secret: SECRET })
}
