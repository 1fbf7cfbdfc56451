import { z } from '@hono/zod-openapi'
import { endpoint } from '../endpoint.ts'
import { Inserted, Modified, Paging } from '../fields.ts'
import { Decision, NewReport, Report } from '../reports.ts'
import { byId } from './shared.ts'

export const reportCalls = {
  report: endpoint({
    method: 'post',
    path: '/reports',
    who: 'signed-in',
    summary: 'Report a laptop to the admins; while the report is open, again it changes nothing',
    body: NewReport,
    answer: Inserted,
    created: true,
    problems: [404],
  }),
  reports: endpoint({
    method: 'get',
    path: '/reports',
    who: 'admin',
    summary: 'Reports: those that wait, oldest first, or those that were decided, newest first',
    query: Paging.extend({ state: z.enum(['open', 'decided']).default('open') }),
    answer: z.array(Report),
    paged: true,
  }),
  decideReport: endpoint({
    method: 'put',
    path: '/reports/{id}',
    who: 'admin',
    summary: 'Take the laptop down, or dismiss the report, with a reason',
    params: byId,
    body: Decision,
    answer: Modified,
    problems: [503],
  }),
} as const
