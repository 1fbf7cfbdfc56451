import { z } from 'zod'
import type { Card } from './card.ts'
import { invalid } from './problems.ts'
import { readCard, readCardMethod } from './read-card.ts'

/** How a request names the card to pay with: typed details, or one of the published payment methods. */
export const cardParams = {
  payment_method: z.string().optional(),
  payment_method_data: z
    .looseObject({
      type: z.literal('card'),
      card: z.looseObject({
        number: z.string(),
        exp_month: z.string(),
        exp_year: z.string(),
        cvc: z.string().optional(),
      }),
    })
    .optional(),
}

type CardParams = z.output<z.ZodObject<typeof cardParams>>

/** The card a request names; undefined where it names none. Throws what `readCard` and `readCardMethod` throw. */
export function cardFrom(params: CardParams, now: Date): Card | undefined {
  const { payment_method, payment_method_data } = params
  if (payment_method !== undefined && payment_method_data) {
    throw invalid('You may only specify one of these parameters: payment_method, payment_method_data.', {
      code: 'parameters_exclusive',
    })
  }
  if (payment_method_data) return readCard(payment_method_data.card, now)
  return payment_method === undefined ? undefined : readCardMethod(payment_method, now)
}
