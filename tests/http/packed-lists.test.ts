import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { putOnSale } from '#tests/support/laptops.ts'
import { type Person, signUp } from '#tests/support/people.ts'

let shop: FrontDoor
let seller: Person
beforeAll(async () => {
  shop = await openFrontDoor()
  seller = await signUp(shop, 'seller')
  for (const name of ['One', 'Two', 'Three']) await putOnSale(shop, seller, { name })
})
afterAll(() => shop.close())

async function get(path: string, headers: Record<string, string> = {}) {
  const response = await shop.app.fetch(new Request(`http://shop.test${path}`, { headers }))
  const { status } = response
  return { status, encoding: response.headers.get('content-encoding'), bytes: await bytesOf(response) }
}
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())
const unpacked = { br: brotliDecompressSync, gzip: gunzipSync }

it.each(['br', 'gzip'] as const)(
  'a public list is sent as %s when accepted, fresh or cached',
  async (encoding) => {
    for (const path of ['/api/products', '/api/product?brand=hp', '/api/products?limit=2']) {
      const plain = await get(path)
      expect(plain).toMatchObject({ status: 200, encoding: null })
      for (let n = 0; n < 3; n++) {
        const packed = await get(path, { 'accept-encoding': encoding })
        expect(packed).toMatchObject({ status: 200, encoding })
        expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 2)
        expect(unpacked[encoding](packed.bytes)).toEqual(plain.bytes)
      }
    }
  },
)

it('a change shows in compressed lists, too', async () => {
  const names = async () => {
    const { bytes } = await get('/api/products', { 'accept-encoding': 'br' })
    return JSON.parse(brotliDecompressSync(bytes).toString()).map(({ name }: { name: string }) => name)
  }
  expect(await names()).not.toContain('Four')
  await putOnSale(shop, seller, { name: 'Four' })
  expect(await names()).toContain('Four')
})

it('short and private responses are sent uncompressed', async () => {
  const asking = { 'accept-encoding': 'br, gzip', authorization: `Bearer ${seller.token}` }
  expect(await get('/api/brands', asking)).toMatchObject({ status: 200, encoding: null })
  expect(await get(`/api/myproduct?email=${seller.email}`, asking)).toMatchObject({
    status: 200,
    encoding: null,
  })
})
