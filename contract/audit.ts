import { z } from '@hono/zod-openapi'
import { AUDIT_ACTIONS } from './audit-actions.ts'
import { Id, Paging, PersonSearch, Time } from './fields.ts'

export const AuditAction = z.enum(AUDIT_ACTIONS)
export type AuditAction = z.infer<typeof AuditAction>

/** One line of the audit trail. */
export const AuditEvent = z
  .object({
    _id: Id,
    date: Time,
    action: AuditAction,
    actorId: Id.nullable().openapi({ description: 'Who did it; null if nobody was signed in.' }),
    actorName: z.string().nullable().openapi({ description: 'null if the account is gone.' }),
    actorEmail: z.string().nullable().openapi({ description: 'null like actorName.' }),
    subject: z.string().nullable().openapi({
      description: 'The id of the person or thing it was done to, or the call that was refused.',
    }),
    address: z.string().nullable().openapi({ description: 'The network address it came from.' }),
    requestId: Id.nullable().openapi({ description: 'The X-Request-Id of the answer, and of the log.' }),
    details: z
      .record(z.string(), z.union([z.string(), z.number(), z.null()]))
      .openapi({ description: 'What else belongs to it: ids, states, amounts in cents.' }),
  })
  .openapi('AuditEvent')
export type AuditEvent = z.infer<typeof AuditEvent>

export const AuditQuery = Paging.extend({
  action: AuditAction.optional(),
  person: PersonSearch.openapi({
    description:
      'Part of a name or an e-mail address, or a person’s id: what they did, and what was done to them. Beyond 200 people, some are left out: `X-Total-Relation` is `gte`.',
  }),
})
export type AuditQuery = z.infer<typeof AuditQuery>
