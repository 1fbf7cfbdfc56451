import { z } from '@hono/zod-openapi'
import { Problem } from './problem.ts'
import { PROBLEM_KINDS, type ProblemCode } from './problem-kinds.ts'

/** What any call may answer, whatever it does. */
export const OF_ANY_CALL: readonly ProblemCode[] = [
  'bad-input',
  'too-slow',
  'too-large',
  'unsupported-encoding',
  'unknown-expectation',
  'headers-too-large',
  'database-unavailable',
  'overloaded',
  'unexpected',
]

const RetryAfter = z.int().optional().openapi({ description: 'Seconds until it is worth trying again.' })

const statusOf = (code: ProblemCode) => PROBLEM_KINDS[code][0]

/**
 * The error answers of a call in the OpenAPI document: one for each status of its problems, which names all codes that
 * come with it, and `default`. `words` say what a status means for this call, instead of the titles of its problems.
 */
export function problemAnswers(codes: readonly ProblemCode[], words: Record<number, string> = {}) {
  // A status that is described is no longer the default, so what any call may answer belongs to it too.
  const all = [...new Set([...codes, ...OF_ANY_CALL])]
  const answers = codes.map((code) => {
    const status = statusOf(code)
    const ofStatus = all.filter((other) => statusOf(other) === status)
    return [status, problemAnswer(status, described(ofStatus, words[status]))]
  })
  return {
    ...Object.fromEntries(answers),
    default: problemAnswer(503, 'A problem that any call may answer; status and code say which.'),
  }
}

function described(codes: ProblemCode[], words?: string): string {
  if (words) return `${codes.map((code) => `\`${code}\``).join(', ')}: ${words}`
  return codes.map((code) => `\`${code}\`: ${PROBLEM_KINDS[code][1]}.`).join(' ')
}

const problemAnswer = (status: number, description: string) => ({
  description,
  ...([409, 429, 503].includes(status) && { headers: z.object({ 'Retry-After': RetryAfter }) }),
  content: { 'application/problem+json': { schema: Problem } },
})
