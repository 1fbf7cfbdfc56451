import { expect, test } from 'vitest'
import { ReadyAnswer } from '#server/http/ready-answer.ts'

const takes = { acceptEncoding: 'br' }
const answer = (type: string) =>
  new ReadyAnswer(Buffer.alloc(5_000, '[1]'), { status: 200, headers: { 'content-type': type } })

test('JSON is compressed once, also for those who ask while it is, and is ready from then on', async () => {
  const list = answer('application/json')
  const [first, second] = await Promise.all([list.packedFor(takes), list.packedFor(takes)])
  expect(first.headers['content-encoding']).toBe('br')
  expect(second).toBe(first)
  expect(list.packedFor(takes)).toBe(first)
})

test('what is no JSON goes out as it is', () => {
  const picture = answer('image/webp')
  expect(picture.packedFor(takes)).toBe(picture)
})
