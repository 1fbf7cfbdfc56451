import { randomUUID } from 'node:crypto'
import { createAccessTokens } from '#server/sign-in/access-token.ts'

const MONTH_MS = 30 * 24 * 60 * 60_000

/**
 * Signs people in without the time that a password takes: it writes their sessions, and issues tokens as the shop does.
 * Answers the tokens in the order of `ids`; they are valid for ten minutes from `now`.
 */
export async function openSessions(
  run: (sql: string, values: unknown[]) => Promise<unknown>,
  ids: string[],
  { now, secret }: { now: Date; secret: string },
): Promise<string[]> {
  const people = ids.map((userId) => ({ userId, sessionId: randomUUID() }))
  await run(
    `insert into sessions (id, user_id, token, expires_at, created_at, updated_at)
     select id, user_id, id::text, $3, $4, $4 from unnest($1::uuid[], $2::uuid[]) as t (id, user_id)`,
    [people.map(({ sessionId }) => sessionId), ids, new Date(now.getTime() + MONTH_MS), now],
  )
  const tokens = createAccessTokens(secret)
  return Promise.all(people.map((person) => tokens.issue(person, now)))
}
