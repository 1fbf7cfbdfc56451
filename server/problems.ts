import type { Problem as ProblemBody } from '#contract/problem.ts'
import { PROBLEM_KINDS, type ProblemCode } from '#contract/problem-kinds.ts'
import { currentRequest } from './http/request-context.ts'

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
    return PROBLEM_KINDS[this.code][0]
  }
}

/** The body of a problem's answer. */
export function problemBody(problem: Problem): ProblemBody {
  const [status, title] = PROBLEM_KINDS[problem.code]
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
      // The accepted coding of a body, as such an answer ought to say (RFC 9110, 12.5.3).
      ...(problem.code === 'unsupported-encoding' && { 'accept-encoding': 'identity' }),
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
