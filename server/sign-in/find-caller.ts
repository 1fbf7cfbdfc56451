import { and, eq, sql } from 'drizzle-orm'
import { prepared } from '../database/prepared.ts'
import { sessions, users } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'
import { noteUser } from '../http/request-context.ts'
import type { AccessTokens } from './access-token.ts'
import type { Caller } from './caller.ts'
import { aliveAt, isAlive } from './sessions.queries.ts'

const MINUTE = 60_000

const { placeholder } = sql
const ofSession = prepared(
  (db) =>
    db
      .select({ user: users, usedAt: sessions.updatedAt })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(
        and(
          eq(sessions.id, placeholder('sessionId')),
          eq(sessions.userId, placeholder('userId')),
          isAlive({
            now: placeholder('now'),
            eldest: placeholder('eldest'),
            latest: placeholder('latest'),
          }),
        ),
      ),
  'caller',
)

type Deps = { db: Db; tokens: AccessTokens; clock: () => Date }

/**
 * Who makes a request, by its bearer token: the token must be ours and its session alive; everything else is what the
 * database says now. Undefined for everyone else. Also notes, to the minute, that the person was active and the session
 * used.
 */
export async function findCaller({ db, tokens, clock }: Deps, request: Request): Promise<Caller | undefined> {
  const bearer = /^Bearer ([\w.~+/=-]+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  if (!bearer) return undefined
  const now = clock()
  const claims = await tokens.read(bearer, now)
  if (!claims) return undefined
  const { sessionId, userId } = claims
  const [row] = await ofSession(db, { sessionId, userId, ...aliveAt(now) })
  if (!row) return undefined
  const { id, name, email, image, userType, lastSeenAt } = row.user
  noteUser(id)
  // A time in the future was noted by a clock that was set back since.
  const isOld = (time: Date | null) => !time || Math.abs(now.getTime() - time.getTime()) > MINUTE
  if (isOld(row.usedAt)) await db.update(sessions).set({ updatedAt: now }).where(eq(sessions.id, sessionId))
  if (isOld(lastSeenAt)) await db.update(users).set({ lastSeenAt: now }).where(eq(users.id, id))
  return { id, sessionId, name, email, image, userType }
}
