import { z } from '@hono/zod-openapi'
import { Id, Price, Time } from './fields.ts'

/** What a buyer is about to pay. */
export const PaymentIntentRequest = z
  .object({
    price: Price.openapi({ description: 'Dollars, not cents: the order’s price. Another is refused (409).' }),
    bookingId: Id,
  })
  .openapi('PaymentIntentRequest')

/**
 * What the card field needs to take the payment, for how long the laptop is held, and why the last card was declined.
 */
export const PaymentIntent = z
  .object({
    client_secret: z.string().openapi({
      description: 'Of a Stripe payment intent, to be confirmed with a card by Stripe’s own client library.',
    }),
    publishableKey: z.string().openapi({ description: 'What that library is started with.' }),
    sandbox: z.boolean().openapi({
      description:
        'Whether this shop’s card sandbox stands in for Stripe: then Stripe’s calls are at /sandbox/stripe/v1 of this host.',
    }),
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
    name: z.string().max(400).optional().openapi({ description: 'Ignored.' }),
    price: z
      .union([z.string().max(40), z.number()], 'Must be text or a number.')
      .optional()
      .openapi({ description: 'Ignored.' }),
    transactionId: z
      .string()
      .regex(/^pi_[A-Za-z0-9_]{1,200}$/, 'Is not a transaction.')
      .openapi({
        example: 'pi_3MtwBwLkdIwHu7ix28a3tqPa',
        description: 'The id of the payment intent: its client_secret up to `_secret_`.',
      }),
    bookingId: Id,
  })
  .openapi('PaymentInfo')
