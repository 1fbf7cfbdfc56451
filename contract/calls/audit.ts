import { z } from '@hono/zod-openapi'
import { AuditEvent, AuditQuery } from '../audit.ts'
import { endpoint } from '../endpoint.ts'

export const auditCalls = {
  auditEvents: endpoint({
    method: 'get',
    path: '/auditevents',
    who: 'admin',
    summary: 'The audit trail, newest first: sign-ins, refusals, role changes, payments and refunds',
    query: AuditQuery,
    answer: z.array(AuditEvent),
    paged: true,
  }),
} as const
