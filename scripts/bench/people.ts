import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { createAccessTokens } from '#server/sign-in/access-token.ts'
import { SECRET } from './start-shop.ts'

/** Somebody who is signed in. Their token holds for ten minutes. */
export type SignedIn = { id: string; email: string; token: string }

const DAY_MS = 24 * 60 * 60_000

/** Signs in those who have these e-mail addresses, without the time that looking at a password takes. */
export async function signInPeople(pool: pg.Pool, emails: string[]): Promise<SignedIn[]> {
  const now = new Date()
  const { rows } = await pool.query<{ id: string; email: string }>(
    'select id, email from users where email = any($1) order by array_position($1, email)',
    [emails],
  )
  if (rows.length < emails.length) throw new Error('Some of the people to sign in are not there.')
  const sessions = rows.map(() => randomUUID())
  await pool.query(
    `insert into sessions (id, user_id, token, expires_at, created_at, updated_at)
     select id, user_id, id::text, $3, $4, $4 from unnest($1::uuid[], $2::uuid[]) as t (id, user_id)`,
    [sessions, rows.map(({ id }) => id), new Date(now.getTime() + DAY_MS), now],
  )
  const tokens = createAccessTokens(SECRET)
  return Promise.all(
    rows.map(async ({ id, email }, at) => ({
      id,
      email,
      token: await tokens.issue({ userId: id, sessionId: sessions[at] ?? '' }, now),
    })),
  )
}

/** The first of the buyers that a catalogue has; those up to a thousand have the demonstration's password. */
export const buyerEmails = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => `buyer-${at + 1}@example.com`)
