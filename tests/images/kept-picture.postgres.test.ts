import { expect, it } from 'vitest'
import { createTestDatabase } from '#tests/support/database.ts'
import { startShop } from '#tests/support/shop.ts'

/** Headers that differ with each response. */
const OWN = ['date', 'x-request-id']

it('a cached picture equals that from the store, and a matching If-None-Match gets a 304', async () => {
  const database = await createTestDatabase()
  const shop = await startShop({ env: { DATABASE_URL: database.url } })
  try {
    const [laptop] = await (await fetch(`${shop.url}/api/products`)).json()
    const ask = async (headers: Record<string, string> = {}) => {
      const answer = await fetch(`${shop.url}${laptop.image}?w=320`, { headers })
      const kept = [...answer.headers].filter(([name]) => !OWN.includes(name)).sort()
      return {
        status: answer.status,
        headers: kept,
        bytes: await answer.bytes(),
        etag: answer.headers.get('etag'),
      }
    }
    const first = await ask()
    expect(first).toMatchObject({ status: 200 })
    expect(first.bytes.length).toBeGreaterThan(500)
    expect(await ask()).toEqual(first)
    expect(await ask({ 'if-none-match': first.etag ?? '' })).toMatchObject({
      status: 304,
      bytes: new Uint8Array(),
    })
  } finally {
    await shop.stop()
    await database.close()
  }
})
