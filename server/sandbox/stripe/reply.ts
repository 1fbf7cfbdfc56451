import type { IntentBody } from './new-intent.ts'
import { type ErrorBody, StripeProblem } from './problems.ts'
import { publicView } from './public-view.ts'

/** Who reads the answer: the holder of the secret key, or a page with the publishable one. */
export type Caller = 'server' | 'browser'

/** The object as this caller may see it, as JSON text. */
export function objectText(object: object, caller: Caller): string {
  return JSON.stringify(view(object, caller))
}

/** The provider's `{error: …}`, with the payment it is about as this caller may see it. */
export function errorText({ payment_intent, ...error }: ErrorBody, caller: Caller): string {
  const shown = payment_intent && { payment_intent: view(payment_intent, caller) }
  const help = error.code && {
    doc_url: `https://stripe.com/docs/error-codes/${error.code.replaceAll('_', '-')}`,
  }
  return JSON.stringify({ error: { ...error, ...help, ...shown } })
}

/** What the caller is told of a failure of the provider's own (500). */
export const failure: ErrorBody = { type: 'api_error', message: 'An unknown error occurred' }

/** The answer to a request that was refused, or that failed for a reason the caller is not told (500). */
export function refusal(error: unknown, caller: Caller): Response {
  if (error instanceof StripeProblem) return json(error.status, errorText(error.body, caller))
  return json(500, errorText(failure, caller))
}

/** JSON text as an answer. */
export function json(status: number, body: string, headers: Record<string, string> = {}): Response {
  return new Response(body, { status, headers: { 'Content-Type': 'application/json', ...headers } })
}

/** A browser reads payments and nothing else, so what it is shown is always one. */
function view(object: object, caller: Caller): object {
  return caller === 'browser' ? publicView(object as IntentBody) : object
}
