import { z } from '@hono/zod-openapi'
import { Id, Price, Time } from './fields.ts'

/** What a buyer is about to pay. */
export const PaymentIntentRequest = z
  .object({
    price: Price.openapi({ description: 'What the page shows; refused if it is not the order’s price.' }),
    bookingId: Id,
  })
  .openapi('PaymentIntentRequest')

/**
 * What the card field needs to take the payment, for how long the laptop is held, and why the last card was declined.
 */
export const PaymentIntent = z
  .object({
    client_secret: z.string(),
    publishableKey: z.string(),
    sandbox: z
      .boolean()
      .openapi({ description: 'Whether the card sandbox of this shop stands in for the provider.' }),
    heldUntil: Time.openapi({ description: 'Until when the laptop is reserved for this buyer.' }),
    lastDecline: z.string().nullable().openapi({
      description: 'Why the last card was declined, for people to read.',
    }),
  })
  .openapi('PaymentIntent')
export type PaymentIntent = z.infer<typeof PaymentIntent>

/**
 * A payment that a page reports as made. Name and price are in the specification and are ignored: the provider and the
 * order tell what was paid for, and how much.
 */
export const PaymentInfo = z
  .object({
    name: z.string().max(400).optional(),
    price: z.union([z.string().max(40), z.number()]).optional(),
    transactionId: z.string().regex(/^pi_[A-Za-z0-9_]{1,200}$/, 'Is not a transaction.'),
    bookingId: Id,
  })
  .openapi('PaymentInfo')
