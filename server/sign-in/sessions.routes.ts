import type pg from 'pg'
import { api } from '#contract/api.ts'
import type { Db } from '../database/with-transaction.ts'
import { deleted } from '../http/call-results.ts'
import type { Serve } from '../http/serve.ts'
import { endSession } from './end-session.ts'
import { listSessions } from './sessions.queries.ts'

type Deps = { pool: pg.Pool; db: Db; clock: () => Date }

export function sessionRoutes(serve: Serve, deps: Deps): void {
  serve(api.sessions, async ({ who }) => ({ body: await listSessions(deps.db, who, deps.clock()) }))

  serve(api.endSession, async ({ who, params }) => deleted(await endSession(deps, who, params)))
}
