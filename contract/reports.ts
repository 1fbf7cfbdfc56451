import { z } from '@hono/zod-openapi'
import { CONDITION_NAMES, DECISIONS } from './choices.ts'
import { Dollars, Id, ImageColor, ImageUrl, Inserted, Modified, Reason, Time, YearsUsed } from './fields.ts'

export const NewReport = z.object({ productId: Id, reason: Reason }).openapi('NewReport')
export type NewReport = z.infer<typeof NewReport>

/** What an admin decides of a report, and why. Taking down withdraws the laptop and ends its other open reports too. */
export const Decision = z.object({ decision: z.enum(DECISIONS), reason: Reason }).openapi('Decision')
export type Decision = z.infer<typeof Decision>

const reasonCounts = z.boolean().openapi({
  description: 'Whether the reason sent is the one that counts, even if it was sent before.',
})

/** The answer for a laptop that was reported now or before, and for a report that was decided now or before. */
export const Reported = Inserted.extend({ reasonCounts }).openapi('Reported')
export const Decided = Modified.extend({ reasonCounts }).openapi('Decided')

/** A report as admins see it: the laptop and its listing, who reported it and why, and how it was decided. */
export const Report = z
  .object({
    _id: Id,
    productId: Id,
    productName: z.string(),
    image: ImageUrl,
    imageColor: ImageColor,
    description: z.string(),
    currentPrice: Dollars,
    condition: z.enum(CONDITION_NAMES),
    purchaseYear: YearsUsed,
    location: z.string(),
    sellerName: z.string().nullable().openapi({ description: 'null if the account is gone.' }),
    sellerEmail: z.string().nullable().openapi({ description: 'null if the account is gone.' }),
    onSale: z.boolean().openapi({ description: 'Whether the laptop can be bought now.' }),
    reporterName: z.string().nullable().openapi({ description: 'null if the account is gone.' }),
    reporterEmail: z.string().nullable().openapi({ description: 'null if the account is gone.' }),
    reason: z.string(),
    reportedDate: Time,
    decision: z.enum(DECISIONS).nullable().openapi({ description: 'null while it is waiting.' }),
    decisionReason: z.string().nullable().openapi({ description: 'null while it is waiting.' }),
    decidedBy: z.string().nullable().openapi({ description: 'The admin’s name.' }),
    decidedDate: Time.nullable().openapi({ description: 'null while it is waiting.' }),
  })
  .openapi('Report')
export type Report = z.infer<typeof Report>
