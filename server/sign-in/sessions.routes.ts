import { api } from '#contract/api.ts'
import type { Db } from '../database/with-transaction.ts'
import { deleted, type Serve } from '../http.ts'
import { notFound } from '../problems.ts'
import { endSession, listSessions } from './sessions.queries.ts'

type Deps = { db: Db; clock: () => Date }

export function sessionRoutes(serve: Serve, { db, clock }: Deps): void {
  serve(api.sessions, async ({ who }) => ({ body: await listSessions(db, who, clock()) }))

  serve(api.endSession, async ({ who, params }) => {
    const count = await endSession(db, who, params.id)
    if (count === 0) throw notFound('sign-in')
    return deleted(count)
  })
}
