import type { Problem as ProblemBody } from '#contract/problem.ts'
import { currentRequest } from './http/request-context.ts'

/** Every kind of refusal and failure: its code, its HTTP status and its title (RFC 9457). The only such table. */
const PROBLEMS = {
  'bad-input': [400, 'Something in the request is not as described'],
  'link-too-old': [400, 'The link is no longer valid'],
  'wrong-password': [400, 'The current password is wrong'],
  'not-signed-in': [401, 'Not signed in'],
  'sign-in-failed': [401, 'E-mail or password is wrong'],
  'not-allowed': [403, 'Not for this account'],
  'foreign-origin': [403, 'Sent from another site'],
  'not-found': [404, 'Not found'],
  'method-not-allowed': [405, 'Not possible here'],
  'no-password': [409, 'The account has no password'],
  'laptop-not-available': [409, 'The laptop is no longer available'],
  'laptop-held': [409, 'Someone is paying for this laptop'],
  'too-many-holds': [409, 'Too many payments started'],
  'price-differs': [409, 'The price is different'],
  'already-paid': [409, 'The order is paid'],
  'payment-in-flight': [409, 'A payment is being processed'],
  'payment-not-succeeded': [409, 'The payment has not succeeded'],
  'payment-refunded': [409, 'The payment was refunded'],
  'account-stays': [409, 'The account stays as it is'],
  'picture-taken': [409, 'The picture belongs to another laptop'],
  'already-decided': [409, 'The report is already decided'],
  'key-reused': [409, 'The Idempotency-Key belongs to another request'],
  'request-in-progress': [409, 'The same request is being answered'],
  'too-slow': [408, 'Too slow'],
  'too-large': [413, 'Too large'],
  'unsupported-type': [415, 'A content type that is not accepted here'],
  'unknown-expectation': [417, 'An expectation that cannot be met'],
  'email-taken': [422, 'The e-mail address already has an account'],
  'too-many-requests': [429, 'Too many requests'],
  'headers-too-large': [431, 'The headers are too large'],
  'card-provider-unavailable': [503, 'The card provider is not answering'],
  'google-unavailable': [503, 'Google is not answering'],
  'database-unavailable': [503, 'The shop is busy'],
  'image-store-unavailable': [503, 'Pictures cannot be reached'],
  overloaded: [503, 'The shop is too busy'],
  unexpected: [500, 'Something went wrong'],
} as const satisfies Record<string, readonly [number, string]>
type ProblemCode = keyof typeof PROBLEMS

type More = {
  errors?: ProblemBody['errors']
  retryAfterSeconds?: number
  /** The key of the used-up limit, if the call is refused because of who makes it, whatever they send. */
  limit?: string | undefined
  cause?: unknown
}

/** What a verb throws to refuse. `detail` is for people: what happened, who has to act, and how. */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly errors: ProblemBody['errors']
  readonly retryAfterSeconds: number | undefined
  readonly limit: string | undefined

  constructor(code: ProblemCode, detail: string, { errors, retryAfterSeconds, limit, cause }: More = {}) {
    super(detail, { cause })
    this.code = code
    this.errors = errors
    this.retryAfterSeconds = retryAfterSeconds
    this.limit = limit
  }

  get status(): number {
    return PROBLEMS[this.code][0]
  }
}

/** The body of a problem's answer. */
export function problemBody(problem: Problem): ProblemBody {
  const [status, title] = PROBLEMS[problem.code]
  return {
    type: `/api/docs#problem-${problem.code}`,
    title,
    status,
    code: problem.code,
    detail: problem.message,
    ...(problem.errors && { errors: problem.errors }),
    ...(status >= 500 && { requestId: currentRequest()?.id }),
  }
}

/** The answer to a problem. */
export function problemResponse(problem: Problem, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(problemBody(problem)), {
    status: problem.status,
    headers: {
      'content-type': 'application/problem+json',
      // The accepted kind of credentials, as such an answer must say (RFC 9110, 15.5.2).
      ...(problem.status === 401 && { 'www-authenticate': 'Bearer' }),
      ...(problem.retryAfterSeconds && { 'retry-after': String(Math.ceil(problem.retryAfterSeconds)) }),
      ...headers,
    },
  })
}

/**
 * Invalid input, field by field. The first error becomes a sentence with the field's name, since `Is required.` alone
 * does not say what.
 */
export function badInput(errors: NonNullable<ProblemBody['errors']>, cause?: unknown): Problem {
  const { pointer = '', message = 'Something is missing.' } = errors[0] ?? {}
  const name = pointer.slice(pointer.lastIndexOf('/') + 1)
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  // A header keeps its spelling.
  const field = /^[A-Z]/.test(name) ? name : words.charAt(0).toUpperCase() + words.slice(1)
  const told = field && message.replace(/^(?:Is|Must|Contains) /, (verb) => `${field} ${verb.toLowerCase()}`)
  return new Problem('bad-input', told || message, { errors, cause })
}

/** One invalid field. */
export function badField(pointer: string, message: string, cause?: unknown): Problem {
  return badInput([{ pointer, message }], cause)
}

/** The errors of a shape, each with a pointer to its field: in the body, or in another `part` of the request. */
export function pointed(
  issues: readonly { path: readonly PropertyKey[]; message: string }[],
  part?: string,
): NonNullable<ProblemBody['errors']> {
  return issues.map(({ path, message }) => ({
    pointer: ['', ...(part ? [part] : []), ...path.map(String)].join('/'),
    message,
  }))
}

/** "Absent" and "not yours" are one answer, so that nobody learns what exists. */
export function notFound(what: string): Problem {
  return new Problem('not-found', `There is no such ${what}.`)
}

/** The table for people: each kind of problem by its code, with its HTTP status and its title. */
export const PROBLEM_KINDS = Object.entries(PROBLEMS).map(([code, [status, title]]) => ({
  code,
  status,
  title,
}))
