import type { ErrorBody } from './problems.ts'

/** What an endpoint answers with, and commits: an object, and the error of a card that was declined. */
export type Answer = {
  object: object
  /** Answered as 402 with this error, the object inside it. */
  declined?: ErrorBody | undefined
  /** Answered as a failure of the provider's own (500), which the key keeps like any other answer. */
  failed?: true
}
