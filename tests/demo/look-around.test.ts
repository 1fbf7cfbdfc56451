import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadDemo } from '#server/demo/load-demo.ts'
import { DEMO_PASSWORD } from '#server/demo/people.ts'
import { sharp } from '#server/images/sharp.ts'
import { type FrontDoor, ORIGIN, openFrontDoor } from '#tests/support/front-door.ts'
import { cookieOf, renewToken } from '#tests/support/people.ts'

let shop: FrontDoor

beforeAll(async () => {
  shop = await openFrontDoor()
  await loadDemo({ ...shop.deps, now: shop.deps.clock() })
})
afterAll(() => shop.close())

const count = async (from: string) => (await shop.sql(`select count(*)::int as count from ${from}`))[0].count

async function signIn(email: string) {
  const answer = await shop.call('POST', '/auth/sign-in/email', {
    body: { email, password: DEMO_PASSWORD },
  })
  expect(answer.status).toBe(200)
  const cookie = cookieOf(answer.headers)
  return { email, cookie, token: await renewToken(shop, { email, cookie }) }
}

describe('a visitor of the demo shop', () => {
  test('finds laptops on sale, with pictures that load and a placeholder color', async () => {
    const { headers, body } = await shop.call('GET', '/api/products?limit=100')
    expect([headers.get('x-total-count'), body.length]).toEqual(['60', 60])
    for (const { image, imageColor } of body.slice(0, 6)) {
      const answer = await shop.app.fetch(new Request(`${ORIGIN}${image}?w=320`))
      const picture = sharp(Buffer.from(await answer.arrayBuffer()))
      expect(await picture.metadata()).toMatchObject({ format: 'webp', width: 320, height: 240 })
      expect(imageColor).toMatch(/^#[0-9a-f]{6}$/)
    }
    const statuses = await Promise.all(
      body.map(
        async ({ image }: { image: string }) =>
          (await shop.app.fetch(new Request(`${ORIGIN}${image}`))).status,
      ),
    )
    expect(new Set(statuses)).toEqual(new Set([200]))
    const { body: advertised } = await shop.call('GET', '/api/adsproduct')
    expect(advertised).toHaveLength(20)
    expect(new Set(advertised.map(({ name }: { name: string }) => name)).size).toBe(20)
    expect((await shop.call('GET', '/api/brands')).body).toEqual(
      ['hp', 'dell', 'walton'].map((brand) => ({ _id: brand, brand, logo: `/brands/${brand}.svg` })),
    )
  })

  test('reads six posts of 300 to 600 words, the newest about batteries', async () => {
    const { body } = await shop.call('GET', '/api/blogs')
    expect(body.map(({ title }: { title: string }) => title)).toEqual([
      'Read a Windows battery report before you pay',
      'Ten minutes at the meeting: a checklist',
      'Is the BIOS locked?',
      'Will it run Windows 11?',
      'What "Good" means here',
      'What a used laptop is worth',
    ])
    for (const { description } of body) {
      const words = description.split(/\s+/).length
      expect(words).toBeGreaterThanOrEqual(300)
      expect(words).toBeLessThanOrEqual(600)
      expect(description.split('\n\n').length).toBeGreaterThanOrEqual(6)
      expect(description).not.toMatch(/[^\n]\n[^\n]/)
    }
  })

  test('signs in as buyer and finds paid, open and missed orders, and changes in the wishlist', async () => {
    const { email, token } = await signIn('buyer@clamshell.test')
    const { body: orders } = await shop.call('GET', `/api/bookings?email=${email}`, { token })
    expect(orders.filter(({ paid }: { paid: boolean }) => paid)).toHaveLength(3)
    const open = orders.filter(({ paid }: { paid: boolean }) => !paid)
    expect(open.map(({ available }: { available: boolean }) => available).sort()).toEqual([
      false,
      true,
      true,
      true,
    ])
    const paid = orders.find(({ paid }: { paid: boolean }) => paid)
    expect(paid).toMatchObject({
      transactionId: expect.stringMatching(/^pi_demo_/),
      sellerPhone: expect.stringMatching(/^01700/),
    })
    const { body: wishes } = await shop.call('GET', `/api/wishlist?email=${email}`, { token })
    expect(wishes).toHaveLength(5)
    expect(wishes.filter(({ status }: { status: string }) => status === 'sold')).toHaveLength(1)
    expect(
      wishes.filter(
        (wish: { priceWhenSaved: number; currentPrice: number }) => wish.priceWhenSaved > wish.currentPrice,
      ),
    ).toHaveLength(1)
    expect(wishes.filter(({ orderId }: { orderId: string | null }) => orderId)).toHaveLength(1)
  })

  test('signs in as seller and has laptops on sale, some of them ordered', async () => {
    const { token } = await signIn('seller@clamshell.test')
    expect((await shop.call('GET', '/api/users/seller/seller@clamshell.test', { token })).body).toEqual({
      isSeller: true,
    })
    const own = `products p join users u on u.id = p.seller_id where u.email = 'seller@clamshell.test'`
    expect(await count(`${own} and p.status = 'available'`)).toBe(6)
    expect(await count(`${own} and p.status = 'sold'`)).toBe(60)
    expect(
      await count(
        `orders o join users u on u.id = o.seller_id where u.email = 'seller@clamshell.test' and o.state = 'open'`,
      ),
    ).toBeGreaterThanOrEqual(4)
    expect(
      await count(
        `orders o join users u on u.id = o.seller_id where u.email = 'seller@clamshell.test' and o.state = 'paid'`,
      ),
    ).toBeGreaterThanOrEqual(4)
  })

  test('signs in as admin, or as any other demo user', async () => {
    const { token } = await signIn('admin@clamshell.test')
    expect((await shop.call('GET', '/api/users/admin/admin@clamshell.test', { token })).body).toEqual({
      isAdmin: true,
    })
    await signIn('anika.sultana@clamshell.test')
    expect(
      (await shop.call('GET', '/api/user?email=anika.sultana@clamshell.test', { token })).body.image,
    ).toMatch(/^\/api\/images\//)
    expect(await count(`users where user_type = 'buyer' and image is null`)).toBe(6)
  })
})
