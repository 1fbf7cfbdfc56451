import { api } from '#contract/api.ts'
import type { Db } from '../database/with-transaction.ts'
import { paged } from '../http/call-results.ts'
import type { Serve } from '../http/serve.ts'
import { listAuditEvents } from './audit.queries.ts'

export function auditRoutes(serve: Serve, { db }: { db: Db }): void {
  serve(api.auditEvents, async ({ query, url }) => paged(url, await listAuditEvents(db, query)))
}
