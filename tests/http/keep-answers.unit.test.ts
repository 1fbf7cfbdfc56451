import { expect, test, vi } from 'vitest'
import { keepAnswers } from '#server/http/keep-answers.ts'
import { ReadyAnswer } from '#server/http/ready-answer.ts'

const LIST = '/api/products?limit=2'

/** Calls whose answers are numbered, on data whose state the test changes. `LIST` was asked for before. */
async function openCalls() {
  const data = { state: 'before', now: Date.now() }
  let made = 0
  const answer = vi.fn(async (_: Request) => Response.json([++made]))
  const readState = vi.fn(async () => data.state)
  const { call, ready } = keepAnswers({ readState, clock: () => new Date(data.now), answer })
  const ask = async (path: string, method = 'GET') => {
    const answered = await call(new Request(`http://shop.test${path}`, { method }), '127.0.0.1')
    const response = answered instanceof ReadyAnswer ? answered.toResponse() : answered
    return { status: response.status, text: await response.text(), headers: response.headers }
  }
  answer.mockImplementationOnce(async () => Response.json(['asked for once']))
  expect((await ask(LIST)).text).toBe('["asked for once"]')
  answer.mockClear()
  const askMany = (path: string) => Promise.all(Array.from({ length: 20 }, () => ask(path)))
  const askReady = async () => {
    const answered = await ready(LIST)
    return answered?.toResponse().text()
  }
  return { data, answer, readState, ask, askMany, askReady }
}
const textsOf = (answers: { text: string }[]) => [...new Set(answers.map(({ text }) => text))]

test('what is asked for once waits for no state, and is not kept', async () => {
  const { readState, ask } = await openCalls()
  for (let n = 1; n <= 3; n++) expect((await ask(`${LIST}&after=${n}`)).text).toBe(`[${n}]`)
  expect(readState).not.toHaveBeenCalled()
})

test('a list that many ask for is asked of the database once for as long as nothing changes', async () => {
  const { answer, readState, ask, askMany } = await openCalls()
  expect(textsOf(await askMany(LIST))).toEqual(['[1]'])
  expect(readState).toHaveBeenCalledTimes(1)
  expect(textsOf([await ask(LIST), ...(await askMany(LIST))])).toEqual(['[1]'])
  expect(answer).toHaveBeenCalledTimes(1)
})

test('after a change it is asked for anew, at once and once', async () => {
  const { data, ask, askMany } = await openCalls()
  await ask(LIST)
  data.state = 'after'
  expect(textsOf(await askMany(LIST))).toEqual(['[2]'])
})

test('who comes while the state is being read gets a later reading', async () => {
  const { data, readState, ask } = await openCalls()
  await ask(LIST)
  const read = Promise.withResolvers<void>()
  readState.mockImplementationOnce(async () => {
    const { state } = data
    await read.promise
    return state
  })
  const early = ask(LIST)
  await vi.waitFor(() => expect(readState).toHaveBeenCalledTimes(2))
  data.state = 'after'
  const late = [ask(LIST), ask(LIST)]
  read.resolve()
  expect((await early).text).toBe('[1]')
  expect(textsOf(await Promise.all(late))).toEqual(['[2]'])
  expect(readState).toHaveBeenCalledTimes(3)
})

test('what changes by the time alone shows after a second', async () => {
  const { data, ask } = await openCalls()
  await ask(LIST)
  data.now += 999
  expect((await ask(LIST)).text).toBe('[1]')
  data.now += 1
  expect((await ask(LIST)).text).toBe('[2]')
})

test('every address is a list of its own', async () => {
  const { ask } = await openCalls()
  const paths = ['/api/products', '/api/products?limit=3', '/api/brand/hp', '/api/brand/dell', '/api/blogs3']
  for (const path of paths) await ask(path)
  for (const [at, path] of paths.entries()) expect((await ask(path)).text).toBe(`[${at + 6}]`)
  for (const [at, path] of paths.entries()) expect((await ask(path)).text).toBe(`[${at + 6}]`)
})

test.each([
  ['GET', '/api/bookings?email=a@example.com'],
  ['GET', '/api/brand/hp/more'],
  ['GET', '/auth/get-session'],
  ['POST', '/api/product'],
  ['DELETE', '/api/products'],
])('%s %s is answered for each who asks, and does not wait for any state', async (method, path) => {
  const { readState, ask } = await openCalls()
  expect((await ask(path, method)).text).toBe('[1]')
  expect((await ask(path, method)).text).toBe('[2]')
  expect(readState).not.toHaveBeenCalled()
})

test('a refusal is for one alone, and is not kept', async () => {
  const { answer, askMany, ask } = await openCalls()
  let refused = 0
  answer.mockImplementation(async () => Response.json({ number: ++refused }, { status: 503 }))
  const answers = await askMany(LIST)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]))
  expect(textsOf(answers)).toHaveLength(20)
  answer.mockImplementation(async () => Response.json(['there again']))
  expect((await ask(LIST)).text).toBe('["there again"]')
})

test('a state that cannot be read is told to all who wait for it, and read again for the next', async () => {
  const { readState, ask } = await openCalls()
  readState.mockRejectedValueOnce(new Error('no database'))
  const told = await Promise.allSettled([ask(LIST), ask(LIST)])
  expect(told.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect((await ask(LIST)).status).toBe(200)
})

test('what is kept is ready for as long as nothing changes, and then made anew once for all who ask', async () => {
  const { data, answer, ask, askReady } = await openCalls()
  const askManyReady = async () => new Set(await Promise.all(Array.from({ length: 20 }, askReady)))
  expect(await askReady()).toBeUndefined()
  await ask(LIST)
  expect(await askManyReady()).toEqual(new Set(['[1]']))
  data.state = 'after'
  expect(await askManyReady()).toEqual(new Set(['[2]']))
  data.now += 999
  expect(await askReady()).toBe('[2]')
  data.now += 1
  expect(await askManyReady()).toEqual(new Set(['[3]']))
  expect((await ask(LIST)).text).toBe('[3]')
  expect(answer).toHaveBeenCalledTimes(3)
  expect(answer.mock.calls.map(([{ url }]) => new URL(url).pathname + new URL(url).search)).toEqual(
    Array(3).fill(LIST),
  )
})

test('what is refused when it is made anew is not ready, and each who asks is told for themselves', async () => {
  const { data, answer, ask, askReady } = await openCalls()
  await ask(LIST)
  data.state = 'after'
  answer.mockImplementationOnce(async () => Response.json([], { status: 503 }))
  expect(await Promise.all([askReady(), askReady()])).toEqual([undefined, undefined])
  expect((await ask(LIST)).text).toBe('[2]')
  await ask(LIST)
  data.state = 'later'
  answer.mockRejectedValueOnce(new Error('no answer'))
  expect(await askReady()).toBeUndefined()
  expect((await ask(LIST)).text).toBe('[4]')
})

test('nothing is ready while the state of the data cannot be read', async () => {
  const { readState, ask, askReady } = await openCalls()
  await ask(LIST)
  readState.mockRejectedValueOnce(new Error('no database'))
  expect(await askReady()).toBeUndefined()
  expect(await askReady()).toBe('[1]')
})
