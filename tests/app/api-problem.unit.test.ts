import { describe, expect, test } from 'vitest'
import { readProblem, sayFailure, sayProblem, unreachable } from '#app/api-problem.ts'

const answer = (status: number, body: string, type: string) =>
  new Response(body, { status, headers: { 'Content-Type': type } })

describe('the problem of a failed request', () => {
  test('shows the detail of the response', async () => {
    const body = { status: 409, code: 'laptop-held', detail: 'Another buyer is paying.', title: '', type: '' }
    const problem = await readProblem(answer(409, JSON.stringify(body), 'application/problem+json'))
    expect(problem).toMatchObject({ status: 409, code: 'laptop-held', message: 'Another buyer is paying.' })
    expect(sayProblem(problem)).toBe('Another buyer is paying.')
  })

  test('has a message for the invalid field, and for no other', async () => {
    const errors = [{ pointer: '/phone', message: 'Please type a phone number.' }]
    const body = JSON.stringify({ status: 400, code: 'bad-input', detail: 'No.', errors })
    const problem = await readProblem(answer(400, body, 'application/problem+json'))
    expect(problem.field('phone')).toBe('Please type a phone number.')
    expect(problem.field('location')).toBeUndefined()
  })

  test.each([
    ['the HTML page of a proxy', '<h1>Bad gateway</h1>', 'text/html'],
    ['truncated JSON', '{"detail":', 'application/json'],
    ['JSON that is not an object', '"no"', 'application/json'],
  ])('has a message of its own when the response is %s', async (_, body, type) => {
    const problem = await readProblem(answer(502, body, type))
    expect(problem.status).toBe(502)
    expect(problem.message).toContain('on our side')
  })

  test('shows the request ID for a 500, but not for a 503', async () => {
    const sayOf = async (status: number) => {
      const body = JSON.stringify({ status, code: 'x', detail: 'It failed.', requestId: 'a-number' })
      return sayProblem(await readProblem(answer(status, body, 'application/problem+json')))
    }
    expect(await sayOf(500)).toMatch(/^It failed\. .*a-number/)
    expect(await sayOf(503)).toBe('It failed.')
  })

  test('without a response suggests checking the connection', () => {
    expect(unreachable()).toMatchObject({ status: 0, message: expect.stringContaining('connection') })
  })

  test('says that the outcome is unknown only when there is no response', async () => {
    const refused = await readProblem(answer(409, '{"detail":"It is sold."}', 'application/problem+json'))
    expect(sayFailure('It was not saved.', refused)).toBe('It was not saved. It is sold.')
    expect(sayFailure('It was not saved.', unreachable())).toMatch(
      /^It was not saved, or the answer was lost\. Check/,
    )
    expect(sayFailure('', unreachable())).toMatch(/^Clamshell/)
  })

  test('hides the message of an error in the page itself', () => {
    expect(sayProblem(new TypeError('x is not a function'))).not.toContain('function')
  })
})
