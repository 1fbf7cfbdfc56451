import { expect, it } from 'vitest'
import { watchForProblems } from './declared-problems.ts'

const ID = '0198c7c5-0b7a-7cc0-8a52-6b1f6a0f7d3e'

async function watch(call: string, status: number, code: string): Promise<() => void> {
  const [method = '', path = ''] = call.split(' ')
  const problems = watchForProblems()
  const headers = { 'content-type': 'application/problem+json' }
  const answer = new Response(JSON.stringify({ code }), { status, headers })
  await problems.answered(new Request(`http://localhost:3000${path}`, { method }), answer)
  expect((await answer.json()).code, 'the answer can still be read').toBe(code)
  return problems.expectNone
}

it.each([
  [`DELETE /api/myorders/${ID}`, 409, 'laptop-held'],
  [`GET /api/booking/${ID}`, 409, 'already-paid'],
  ['GET /api/sessions', 403, 'not-allowed'],
])('%s may not answer %i %s, which the contract does not name', async (call, status, code) => {
  expect(await watch(call, status, code)).toThrow(code)
})

it.each([
  [`DELETE /api/myorders/${ID}`, 409, 'already-paid'],
  [`DELETE /api/myorders/${ID}`, 503, 'card-provider-unavailable'],
  [`DELETE /api/myorders/${ID}`, 503, 'overloaded'],
  ['GET /api/brands', 503, 'overloaded'],
  ['GET /api/nothing', 404, 'not-found'],
])('%s may answer %i %s', async (call, status, code) => {
  expect(await watch(call, status, code)).not.toThrow()
})
