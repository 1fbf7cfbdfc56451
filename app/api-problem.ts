import type { Problem } from '#contract/problem.ts'

type FieldError = { pointer: string; message: string }

/** A call that was refused or failed. `status` 0: there was no answer at all. `message` is meant for people. */
export class ApiProblem extends Error {
  readonly status: number
  readonly code: string
  readonly errors: readonly FieldError[]

  constructor(status: number, code: string, detail: string, errors: readonly FieldError[] = []) {
    super(detail)
    this.name = 'ApiProblem'
    this.status = status
    this.code = code
    this.errors = errors
  }

  /** Whether the shop refused, and so has done nothing. After a failure or a lost answer that is not known. */
  get isRefusal(): boolean {
    return this.status >= 400 && this.status < 500
  }

  /** What is wrong with one field of the body, if that is what was refused. */
  field(name: string): string | undefined {
    return this.errors.find(({ pointer }) => pointer === `/${name}`)?.message
  }
}

/** The problem in an answer (RFC 9457), or the best description of an answer without one. */
export async function readProblem(response: Response): Promise<ApiProblem> {
  const problem = await readJson(response)
  const code = problem?.code ?? (response.status >= 500 ? 'unavailable' : 'refused')
  const detail = problem?.detail || plainWords(response.status)
  // Our own faults can be found in the log by this id.
  const number = response.status === 500 && problem?.requestId
  const message = number ? `${detail} If you write to us about it, please quote ${number}.` : detail
  return new ApiProblem(response.status, code, message, problem?.errors)
}

const TRY_AGAIN = 'Check your connection, then try again.'

/** The problem of a call that got no answer. */
export function unreachable(): ApiProblem {
  return new ApiProblem(0, 'unreachable', `Clamshell cannot be reached. ${TRY_AGAIN}`)
}

/** What went wrong, in a sentence for people, whatever was thrown. */
export function sayProblem(error: unknown): string {
  return error instanceof ApiProblem ? error.message : 'Something went wrong on this page. Please try again.'
}

/** `failure`, a sentence that says what was not done, and why. If there was no answer, it may be done all the same. */
export function sayFailure(failure: string, error: unknown): string {
  const isUnanswered = error instanceof ApiProblem && error.status === 0
  if (failure && isUnanswered) return `${failure.replace(/\.$/, ', or the answer was lost.')} ${TRY_AGAIN}`
  return `${failure} ${sayProblem(error)}`.trim()
}

/** Whether the thing asked for does not exist, or not any more: another person or tab was first. */
export function isGone(error: unknown): boolean {
  return error instanceof ApiProblem && error.status === 404
}

/** Accepts only what the shop has acknowledged (specification, 4), or the image host taken (5). */
export function requireAcknowledged(answer: { acknowledged?: boolean } | undefined): void {
  if (answer?.acknowledged !== true)
    throw new ApiProblem(
      200,
      'not-acknowledged',
      'We could not confirm that this worked. Please check before you try again.',
    )
}

async function readJson(response: Response): Promise<Partial<Problem> | undefined> {
  try {
    const body: unknown = await response.json()
    return typeof body === 'object' && body !== null ? body : undefined
  } catch {
    return undefined
  }
}

/** The message for an answer that has only a status. */
export function plainWords(status: number): string {
  if (status === 401) return 'Please sign in again.'
  if (status === 403) return 'Your account cannot do this.'
  if (status === 404) return 'This cannot be found.'
  if (status === 413) return 'That is too large.'
  if (status === 429) return 'Too many tries. Please wait a little, then try again.'
  return status >= 500
    ? 'Something went wrong on our side. Please try again in a moment.'
    : 'That was not accepted. Please check it and try again.'
}
