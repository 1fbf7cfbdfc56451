import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'

let shop: FrontDoor
beforeAll(async () => {
  shop = await openFrontDoor()
})
afterAll(() => shop.close())

const titles = async (path: string) =>
  (await shop.call('GET', path)).body.map(({ title }: { title: string }) => title)

it('lists posts newest first, and posts of the same time in a fixed order', async () => {
  // Inserted so that neither order in the response is that of the rows in the table.
  for (const [last, at] of [
    [3, 1],
    [1, 2],
    [5, 1],
    [2, 1],
    [4, 1],
  ])
    await shop.sql(
      `insert into blogs (id, img, title, description, published_at) values ($1, '/x.svg', $2, 'Text', $3)`,
      [`0198c7c5-0b7a-7cc0-8a52-6b1f6a0f7d3${last}`, `Post ${last}`, new Date(at! * 1000)],
    )
  expect(await titles('/api/blogs')).toEqual(['Post 1', 'Post 5', 'Post 4', 'Post 3', 'Post 2'])
  expect(await titles('/api/blogs3')).toEqual(['Post 1', 'Post 5', 'Post 4'])
})
