import type pg from 'pg'
import { openSessions } from '#tests/support/open-sessions.ts'
import { SECRET } from './start-shop.ts'

/** A signed-in person. The token is valid for ten minutes. */
type SignedIn = { email: string; token: string }

/** Signs in the people with these e-mail addresses. */
export async function signInPeople(pool: pg.Pool, emails: string[]): Promise<SignedIn[]> {
  const { rows } = await pool.query<{ id: string; email: string }>(
    'select id, email from users where email = any($1) order by array_position($1, email)',
    [emails],
  )
  if (rows.length < emails.length) throw new Error('Some of the people to sign in are not there.')
  const ids = rows.map(({ id }) => id)
  const signIn = { now: new Date(), secret: SECRET }
  const tokens = await openSessions((sql, values) => pool.query(sql, values), ids, signIn)
  return rows.map(({ email }, at) => ({ email, token: tokens[at] ?? '' }))
}

/** The first buyers of a catalogue; the first thousand have the demonstration's password. */
export const buyerEmails = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => `buyer-${at + 1}@example.com`)
