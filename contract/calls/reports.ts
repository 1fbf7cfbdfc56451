import { z } from '@hono/zod-openapi'
import { endpoint } from '../endpoint.ts'
import { Paging } from '../fields.ts'
import { Decided, Decision, NewReport, Report, Reported } from '../reports.ts'
import { byId } from './shared.ts'

export const reportCalls = {
  report: endpoint({
    method: 'post',
    path: '/reports',
    who: 'signed-in',
    summary: 'Report a laptop to the admins; while the report is open, repeating it changes nothing',
    body: NewReport,
    answer: Reported,
    created: true,
    problems: ['not-found', 'not-allowed'],
  }),
  reports: endpoint({
    method: 'get',
    path: '/reports',
    who: 'admin',
    summary: 'Reports: those waiting, oldest first, or those decided, newest first',
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
    answer: Decided,
    problems: ['already-decided', 'already-paid', 'laptop-held', 'card-provider-unavailable'],
  }),
} as const
