import { api } from '#contract/api.ts'
import type { Db } from '../database/with-transaction.ts'
import { inserted, modified, paged } from '../http/call-results.ts'
import type { Serve } from '../http/serve.ts'
import { decideReport } from './decide-report.ts'
import { reportLaptop } from './report-laptop.ts'
import { listReports } from './reports.queries.ts'

type Deps = { db: Db } & Parameters<typeof decideReport>[0]

export function reportRoutes(serve: Serve, deps: Deps): void {
  serve(api.report, async ({ who, body }) => {
    const { reasonCounts, ...report } = await reportLaptop(deps, who, body)
    const answer = inserted(report)
    return { ...answer, body: { ...answer.body, reasonCounts } }
  })

  serve(api.reports, async ({ query, url }) => paged(url, await listReports(deps.db, query)))

  serve(api.decideReport, async ({ who, params, body }) => {
    const { count, reasonCounts } = await decideReport(deps, who, { ...params, ...body })
    return { body: { ...modified(count).body, reasonCounts } }
  })
}
