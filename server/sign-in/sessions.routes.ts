import type pg from 'pg'
import { api } from '#contract/api.ts'
import type { Db } from '../database/with-transaction.ts'
import { deleted, type Serve } from '../http/serve.ts'
import { notFound } from '../problems.ts'
import { endSession, listSessions } from './sessions.queries.ts'

type Deps = { pool: pg.Pool; db: Db; clock: () => Date }

export function sessionRoutes(serve: Serve, deps: Deps): void {
  serve(api.sessions, async ({ who }) => ({ body: await listSessions(deps.db, who, deps.clock()) }))

  serve(api.endSession, async ({ who, params }) => {
    const count = await endSession(deps, who, params)
    if (count === 0) throw notFound('sign-in')
    return deleted(count)
  })
}
