import { expect, test, vi } from 'vitest'
import { keepPictures } from '#server/http/keep-pictures.ts'
import { type AnswerCalls, ReadyAnswer } from '#server/http/ready-answer.ts'

const PICTURE = `/api/images/${'0a'.repeat(16)}?w=320`
const list = new ReadyAnswer(Buffer.from('[]'), { status: 200, headers: {} })

/** Calls that return numbered pictures, with a clock that the test sets. */
function openCalls({ status = 200, bytes = 3 } = {}) {
  const time = { now: Date.now() }
  let made = 0
  const call = vi.fn<AnswerCalls['call']>(
    async () => new Response(String(++made).padStart(bytes, '0'), { status, headers: { etag: '"a"' } }),
  )
  const below: AnswerCalls = { call, ready: (target) => (target === '/api/products' ? list : undefined) }
  const calls = keepPictures(below, () => new Date(time.now))
  const ask = (path: string, method = 'GET') =>
    calls.call(new Request(`http://shop.test${path}`, { method }), '127.0.0.1')
  const readyText = async (path: string) => (await calls.ready(path))?.toResponse().text()
  return { time, call, ask, readyText }
}

test('a picture that was asked for is ready for a minute, with its headers', async () => {
  const { time, ask, readyText } = openCalls()
  expect(await readyText(PICTURE)).toBeUndefined()
  const answer = await ask(PICTURE)
  expect(answer).toBeInstanceOf(ReadyAnswer)
  expect((answer as ReadyAnswer).headers).toMatchObject({ etag: '"a"', 'content-length': '3' })
  time.now += 59_999
  expect(await readyText(PICTURE)).toBe('001')
  time.now += 1
  expect(await readyText(PICTURE)).toBeUndefined()
  await ask(PICTURE)
  expect(await readyText(PICTURE)).toBe('002')
  // The clock was set back.
  time.now -= 60_000
  expect(await readyText(PICTURE)).toBeUndefined()
})

test.each([
  ['a width that is not kept', PICTURE.replace('320', '321')],
  ['a width as nobody writes it', PICTURE.replace('320', '0320')],
  ['no width', PICTURE.replace('?w=320', '')],
  ['more in the query', `${PICTURE}&x=1`],
  ['another call', '/api/products?limit=3'],
])('what is no address of a picture of the shop is not kept: %s', async (_, path) => {
  const { ask, readyText } = openCalls()
  expect(await ask(path)).toBeInstanceOf(Response)
  expect(await readyText(path)).toBeUndefined()
})

test('a refusal is not kept, nor what was not asked for to be read', async () => {
  const refusing = openCalls({ status: 404 })
  expect((await refusing.ask(PICTURE)).status).toBe(404)
  expect(await refusing.readyText(PICTURE)).toBeUndefined()
  const { ask, readyText } = openCalls()
  await ask(PICTURE, 'DELETE')
  expect(await readyText(PICTURE)).toBeUndefined()
})

test('what others have ready is handed out', async () => {
  expect(await openCalls().readyText('/api/products')).toBe('[]')
})

test('those that nobody asked for longest make place', async () => {
  const { ask, readyText } = openCalls({ bytes: 1024 * 1024 })
  const paths = Array.from({ length: 9 }, (_, n) => PICTURE.replace('0a', `0${n}`))
  for (const path of paths) await ask(path)
  expect(await readyText(paths[0]!)).toBeUndefined()
  expect(await readyText(paths.at(-1)!)).toHaveLength(1024 * 1024)
})
