import { hash } from 'node:crypto'
import type { Logger } from 'pino'
import type { Db } from '../database/with-transaction.ts'
import { toProblem } from '../failures.ts'
import { spendLimit } from '../limits/spend-limit.ts'
import { Problem, problemResponse } from '../problems.ts'
import { claimKey, freeKey, type KeyedRequest, keepAnswer } from './idempotency-keys.queries.ts'
import { cacheRefusal, refuseKnown } from './refuse-known.ts'

type Deps = { db: Db; clock: () => Date; log: Logger }
type Asked = {
  /** The owner of the key: a person's id, or a visitor's address. */
  owner: string
  /** Method and path. */
  call: string
  /** The validated Idempotency-Key; without one the request is simply answered. */
  key: string | undefined
  /** What the request is compared by; only called if there is a key. */
  content: () => Promise<string[]>
  /** Whether the answer holds a secret: then it is not stored, and a repetition is answered anew. */
  secret: boolean
}
type AnswerRequest = () => Promise<Response>
export type AnswerOnce = (asked: Asked, answer: AnswerRequest) => Promise<Response>

/** Far more changes than anybody makes, and few enough that keys do not fill the disk. */
const KEYS = { most: 1000, seconds: 60 * 60 }
/** Refusals that are not final: the caller may sign in, wait, or meet another state later. Nothing was done. */
const NOT_FINAL = [401, 403, 409, 429]

/**
 * Answers a request with an Idempotency-Key once, however often it is sent: a repetition gets the first answer with
 * `Idempotency-Replayed: true` (draft of the IETF's HTTPAPI group). The caller must be proven and the input valid
 * before: refusals for these are not stored. Failures are not stored either, so that the request may be tried again;
 * nor are answers with a secret, whose calls are idempotent by themselves.
 *
 * Problems: `key-reused` for another request with the key, `request-in-progress` while the first is being answered,
 * `too-many-requests` for more than 1,000 new keys within an hour.
 */
export async function answerOnce(deps: Deps, asked: Asked, answer: AnswerRequest): Promise<Response> {
  const { owner, call, key, secret } = asked
  if (key === undefined) return answer()
  const request = { owner, call, key, requestHash: hashOf(await asked.content()) }
  await refuseKnown(deps.db, request, deps.clock())
  const claim = await claimKey(deps.db, request, deps.clock())
  switch (claim.state) {
    case 'other-request':
      throw new Problem(
        'key-reused',
        'This Idempotency-Key was used for another request. Please make a new one.',
      )
    case 'unfinished':
      throw new Problem(
        'request-in-progress',
        'This request is still being answered. Please try again in a moment.',
        {
          retryAfterSeconds: 1,
        },
      )
    case 'answered':
      return claim.body === null ? answer() : replay(claim.status, claim.body)
    case 'begun':
      return answerFirst(deps, { request, createdAt: claim.createdAt, secret }, answer)
  }
}

type Begun = { request: KeyedRequest; createdAt: Date; secret: boolean }

async function answerFirst(deps: Deps, begun: Begun, answer: AnswerRequest): Promise<Response> {
  try {
    await spendKey(deps, begun.request)
    const response = await answer()
    await note(deps, begun, response.status, await response.clone().text())
    return response
  } catch (error) {
    const problem = toProblem(error, deps.log)
    if (problem.limit) cacheRefusal(begun.request, problem.limit, problem)
    await note(deps, begun, problem.status, await problemResponse(problem).text())
    throw problem
  }
}

async function spendKey({ db, clock }: Deps, request: KeyedRequest): Promise<void> {
  const key = `idempotency-keys ${request.owner}`
  const detail = 'Too many requests came with new keys.'
  // Not a limit of the call itself: without a key it may still be made.
  await spendLimit(db, key, KEYS, clock(), detail).catch((error: unknown) => {
    if (error instanceof Problem) cacheRefusal(request, key, error)
    throw error
  })
}

/** Stores a final answer, or frees the key. The work is done by then: a failure here changes no answer. */
async function note(
  { db, log }: Deps,
  { request, createdAt, secret }: Begun,
  status: number,
  text: string,
): Promise<void> {
  const final = status < 500 && !NOT_FINAL.includes(status)
  const body = secret && status < 400 ? null : text
  const noted = final ? keepAnswer(db, request, { createdAt, status, body }) : freeKey(db, request, createdAt)
  await noted.catch((err: unknown) =>
    log.error({ event: 'key-not-kept', err }, 'a response could not be stored under its idempotency key'),
  )
}

const hashOf = (content: string[]) => hash('sha256', JSON.stringify(content))

function replay(status: number, body: string): Response {
  const type = status < 400 ? 'application/json' : 'application/problem+json'
  const headers = { 'content-type': type, 'idempotency-replayed': 'true' }
  return new Response(body, { status, headers })
}
