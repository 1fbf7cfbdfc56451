import { type CardIntentStatus, cardIntentStatuses } from '#server/outside/card-payments.ts'
import type { IntentBody } from './new-intent.ts'
import { invalid } from './problems.ts'

const commands = ['annotate', 'update', 'confirm', 'authenticate', 'finish', 'cancel'] as const
/** What can happen to a payment. `annotate` touches description and metadata only; `finish` ends `processing`. */
export type Command = (typeof commands)[number]

const ends = ['succeeded', 'requires_capture', 'requires_payment_method'] as const
const confirmed = [...ends, 'requires_action', 'processing'] as const

/**
 * The whole life of a payment: from each state, each command allowed there, and the states it may lead to.
 * (The provider lets `processing` be canceled in rare cases; paying by card is none of them.)
 * What is only authorised can be canceled, not captured: the shop never captures.
 */
export const transitions: Record<CardIntentStatus, Partial<Record<Command, readonly CardIntentStatus[]>>> = {
  requires_payment_method: {
    annotate: ['requires_payment_method'],
    update: ['requires_payment_method', 'requires_confirmation'],
    confirm: confirmed,
    cancel: ['canceled'],
  },
  requires_confirmation: {
    annotate: ['requires_confirmation'],
    update: ['requires_confirmation'],
    confirm: confirmed,
    cancel: ['canceled'],
  },
  requires_action: {
    annotate: ['requires_action'],
    update: ['requires_confirmation'],
    confirm: confirmed,
    authenticate: [...ends, 'processing'],
    cancel: ['canceled'],
  },
  processing: { annotate: ['processing'], finish: ends },
  requires_capture: { annotate: ['requires_capture'], cancel: ['canceled'] },
  succeeded: { annotate: ['succeeded'] },
  canceled: { annotate: ['canceled'] },
}

const done: Record<Command, string> = {
  annotate: 'updated',
  update: 'updated',
  confirm: 'confirmed',
  authenticate: 'authenticated',
  finish: 'finished',
  cancel: 'canceled',
}

/**
 * Refuses (400 `payment_intent_unexpected_state`, with the states that would do) a command that the
 * payment's state does not allow. Answers the states it may lead to.
 */
export function requireAllowed(intent: IntentBody, command: Command): readonly CardIntentStatus[] {
  const allowed = transitions[intent.status][command]
  if (allowed) return allowed
  const where = cardIntentStatuses.filter((status) => transitions[status][command]).join(', ')
  throw invalid(
    `${opening(intent.status, command)} Only a PaymentIntent with one of the following statuses may be ${done[command]}: ${where}.`,
    {
      code: 'payment_intent_unexpected_state',
      payment_intent: intent,
    },
  )
}

function opening(from: CardIntentStatus, command: Command): string {
  if (command === 'confirm' && from === 'succeeded') {
    return 'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.'
  }
  return `You cannot ${command} this PaymentIntent because it has a status of ${from}.`
}

/** Takes the payment to `to`. The table decides: a step it does not have is a fault of this program. */
export function move(intent: IntentBody, command: Command, to: CardIntentStatus): void {
  if (!requireAllowed(intent, command).includes(to)) {
    throw new Error(`${command} never leads from ${intent.status} to ${to}`)
  }
  intent.status = to
}
