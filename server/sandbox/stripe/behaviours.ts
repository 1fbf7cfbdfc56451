import type { DeclineName } from './declines.ts'

/** What a card does once it is charged: at once, or after authentication. */
type Ending =
  | {
      pays: 'normal' | 'elevated'
      dispute?: { reason: string; status: 'needs_response' | 'warning_needs_response' }
    }
  | { declines: DeclineName }

export type Behaviour = {
  /** The bank wants 3-D Secure first. */
  authenticates?: true
  /** The payment is `processing` for a few seconds before it ends. */
  takesTime?: true
  ends: Ending
  /** How a refund goes, where it does not simply succeed. */
  refunds?: 'pending, then succeeded' | 'succeeded, then failed'
}

const pays = { ends: { pays: 'normal' } } as const

/** All that a test card can do, under the name that is stored in place of its number. */
const behaviours = {
  pays,
  'generic decline': { ends: { declines: 'generic_decline' } },
  'insufficient funds': { ends: { declines: 'insufficient_funds' } },
  'lost card': { ends: { declines: 'lost_card' } },
  'stolen card': { ends: { declines: 'stolen_card' } },
  'expired card': { ends: { declines: 'expired_card' } },
  'incorrect cvc': { ends: { declines: 'incorrect_cvc' } },
  'processing error': { ends: { declines: 'processing_error' } },
  'velocity exceeded': { ends: { declines: 'card_velocity_exceeded' } },
  'blocked as fraud': { ends: { declines: 'fraudulent' } },
  'elevated risk': { ends: { pays: 'elevated' } },
  '3-D Secure': { authenticates: true, ends: { pays: 'normal' } },
  '3-D Secure, then declined': { authenticates: true, ends: { declines: 'generic_decline' } },
  '3-D Secure, then insufficient funds': { authenticates: true, ends: { declines: 'insufficient_funds' } },
  '3-D Secure cannot be reached': { ends: { declines: 'generic_decline' } },
  'disputed as fraud': {
    ends: { pays: 'normal', dispute: { reason: 'fraudulent', status: 'needs_response' } },
  },
  'disputed as not received': {
    ends: { pays: 'normal', dispute: { reason: 'product_not_received', status: 'needs_response' } },
  },
  'inquired about': {
    ends: { pays: 'normal', dispute: { reason: 'fraudulent', status: 'warning_needs_response' } },
  },
  'refund pending': { ...pays, refunds: 'pending, then succeeded' },
  'refund fails': { ...pays, refunds: 'succeeded, then failed' },
  'processing, then pays': { ...pays, takesTime: true },
  'processing, then declined': { takesTime: true, ends: { declines: 'insufficient_funds' } },
} as const satisfies Record<string, Behaviour>

export type BehaviourName = keyof typeof behaviours

/** What the card of this stored name does. */
export function behaviourOf(name: BehaviourName): Behaviour {
  return behaviours[name]
}
