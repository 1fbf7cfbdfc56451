import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { claimImage } from '#server/images/claim-image.ts'
import { sweepImages } from '#server/images/sweep-images.ts'
import { ImageStoreUnavailable } from '#server/outside/image-store.ts'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { order, putOnSale } from '#tests/support/laptops.ts'
import { signUp } from '#tests/support/people.ts'
import { plain } from './files.ts'
import { askTicket, upload } from './upload.ts'

let shop: FrontDoor
beforeAll(async () => {
  shop = await openFrontDoor()
})
afterAll(() => shop.close())

test('unused pictures are deleted after a day, with expired tickets, and used ones remain', async () => {
  const [seller, buyer] = [await signUp(shop, 'seller'), await signUp(shop, 'buyer')]
  const photo = await plain('jpeg', 700, 500)
  const unclaimed = (await upload(shop, photo, { ticket: await askTicket(shop) })).body.data.url
  const unused = (await upload(shop, photo, { token: seller.token, purpose: 'product' })).body.data.url
  const worn = (await upload(shop, photo, { token: buyer.token })).body.data.url
  await shop.sql('update users set image = $1 where id = $2', [worn, buyer.id])
  const onSale = (await upload(shop, photo, { token: seller.token, purpose: 'product' })).body.data.url
  const ordered = (await upload(shop, photo, { token: seller.token, purpose: 'product' })).body.data.url
  const [first, second] = [await putOnSale(shop, seller), await putOnSale(shop, seller)]
  await shop.sql('update products set image_id = $1 where id = $2', [idOf(onSale), first])
  await shop.sql('update products set image_id = $1 where id = $2', [idOf(ordered), second])
  await order(shop, buyer, second)
  const newest = randomBytes(16).toString('hex')
  await shop.sql('update products set image_id = $1 where id = $2', [idOf(onSale), second])
  await askTicket(shop)

  expect(await sweepImages(shop.deps)).toBe(0)
  shop.pass({ minutes: 24 * 60 + 1 })
  await shop.sql(
    `insert into images (id, purpose, width, height, color, created_at) values ($1, 'avatar', 1, 1, '#000000', $2)`,
    [newest, shop.deps.clock()],
  )
  // The two rows that putOnSale made for its laptops are no longer used, either.
  expect(await sweepImages(shop.deps)).toBe(4)

  const statuses = await Promise.all(
    [unclaimed, unused, worn, onSale, ordered].map(
      async (url) => (await shop.call('GET', `${url}?w=640`)).status,
    ),
  )
  expect(statuses).toEqual([404, 404, 200, 200, 200])
  const kept = await shop.sql('select id from images order by id')
  expect(kept.map(({ id }) => id)).toEqual([worn, onSale, ordered].map(idOf).concat(newest).sort())
  expect(await shop.sql('select count(*)::int as count from image_tickets')).toEqual([{ count: 0 }])
})

test('a picture whose files could not be deleted is retried, and cannot be claimed until then', async () => {
  const seller = await signUp(shop, 'seller')
  const photo = await plain('jpeg', 700, 500)
  const { url } = (await upload(shop, photo, { token: seller.token, purpose: 'product' })).body.data
  shop.pass({ minutes: 24 * 60 + 1 })
  const away = async () => {
    throw new ImageStoreUnavailable('The image bucket answered 503 to DELETE.')
  }
  const imageStore = { ...shop.deps.imageStore, remove: away }
  await expect(sweepImages({ ...shop.deps, imageStore })).rejects.toThrow(ImageStoreUnavailable)
  const claim = { url, ownerId: seller.id, purpose: 'product', now: shop.deps.clock() } as const
  expect(await claimImage(shop.deps.db, claim)).toBeUndefined()
  expect((await shop.call('GET', `${url}?w=320`)).status).toBe(200)
  await sweepImages(shop.deps)
  expect(await shop.sql('select id from images where id = $1', [idOf(url)])).toEqual([])
  expect((await shop.call('GET', `${url}?w=640`)).status).toBe(404)
})

test('a photo that a user selects just before its deletion is not deleted', async () => {
  const buyer = await signUp(shop, 'buyer')
  const { url } = (await upload(shop, await plain('jpeg', 700, 500), { token: buyer.token })).body.data
  shop.pass({ minutes: 24 * 60 + 1 })
  // The unused pictures are deleted in a transaction: this runs before it.
  const pool = Object.create(shop.deps.pool) as typeof shop.deps.pool
  pool.connect = (async () => {
    await shop.sql('update users set image = $1 where id = $2', [url, buyer.id])
    return shop.deps.pool.connect()
  }) as typeof pool.connect
  expect(await sweepImages({ ...shop.deps, pool })).toBe(0)
  expect((await shop.call('GET', `${url}?w=320`)).status).toBe(200)
  const [kept] = await shop.sql('select owner_id from images where id = $1', [idOf(url)])
  expect(kept?.owner_id).toBe(buyer.id)
})

test('all unused pictures are deleted in one run, however many there are', async () => {
  await shop.sql(
    `insert into images (id, purpose, width, height, color, created_at)
     select md5(n::text), 'avatar', 1, 1, '#000000', $1 from generate_series(1, 2101) n`,
    [new Date(shop.deps.clock().getTime() - 25 * 60 * 60_000)],
  )
  expect(await sweepImages(shop.deps)).toBe(2101)
  expect(await sweepImages(shop.deps)).toBe(0)
})

const idOf = (url: string) => url.slice('/api/images/'.length)
