import { afterAll, beforeAll, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { openFrontDoor } from '#tests/support/front-door.ts'
import { order, putOnSale } from '#tests/support/laptops.ts'
import { makeAdmin, type Person, renewToken, signUp } from '#tests/support/people.ts'
import { inRounds } from '#tests/support/rounds.ts'
import { type WalkedList, type Walkers, walkedLists } from './walked-lists.ts'

let walkers: Walkers
let others: { seller: Person; buyer: Person }
beforeAll(async () => {
  const shop = await openFrontDoor()
  const admin = await makeAdmin(shop)
  others = { seller: await signUp(shop, 'seller'), buyer: await signUp(shop, 'buyer') }
  walkers = {
    ...{ shop, seller: await signUp(shop, 'seller'), buyer: await signUp(shop, 'buyer') },
    admin: { ...admin, token: await renewToken(shop, admin) },
  }
})

/** A laptop that is not advertised, of another brand and seller, ordered and saved by another buyer. */
async function addOthers(): Promise<void> {
  const { shop } = walkers
  const productId = await putOnSale(shop, others.seller, { brand: 'dell' })
  await order(shop, others.buyer, productId)
  await shop.call('POST', '/api/wishlist', { token: others.buyer.token, body: { productId } })
}
afterAll(() => walkers.shop.close())

/** The rows of one page and the address of the next one; checks the total in the response against the table. */
async function page({ who, rows }: WalkedList, path: string) {
  const [{ count }] = await walkers.shop.sql(`select count(*)::int from ${rows}`)
  const { status, body, headers } = await walkers.shop.call('GET', path, { token: walkers[who].token })
  expect(status).toBe(200)
  expect(headers.get('x-total-count')).toBe(String(count))
  const list: { _id: string }[] = Array.isArray(body) ? body : body.products
  const next = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
  return { ids: list.map(({ _id }) => _id), next }
}

inRounds(
  'pages',
  'a list paginated while rows come and go shows each remaining row once, with the right total',
  { quick: 13, deep: 650 },
  async (n) => {
    await walkers.shop.sql('delete from rate_limits; truncate products, orders, wishlist, reports cascade')
    const lists = walkedLists(walkers)
    const list = lists[n % lists.length] as WalkedList
    const turn = Math.floor(n / lists.length)
    const [limit, changes] = [2 + (turn % 3), 1 + (turn % 4)]
    const staying: string[] = []
    const going: string[] = []
    for (let made = 0; made < 6; made++) {
      staying.push(await list.add())
      going.push(await list.add())
    }
    await addOthers()
    const seen: string[] = []
    let path: string | undefined = `/api${list.path}&limit=${limit}`.replace('?&', '?')
    while (path) {
      const { ids, next } = await page(list, path)
      expect(ids.length, list.path).toBeLessThanOrEqual(limit)
      if (next) expect(ids.length, list.path).toBe(limit)
      seen.push(...ids)
      path = next
      for (let change = 0; change < changes; change++) {
        // From either end, so that rows go before and after the cursor.
        const gone = (change + turn) % 2 ? going.pop() : going.shift()
        if (gone && list.remove) await list.remove(gone)
        // A queue with the oldest first grows at the end that is walked towards, so this must stop.
        if (seen.length < 20) await list.add()
      }
    }
    expect(new Set(seen).size, list.path).toBe(seen.length)
    for (const id of staying) expect(seen, list.path).toContain(id)
    for (const id of list.remove ? [] : going) expect(seen, list.path).toContain(id)
  },
)

it('the tested lists are all that the contract paginates', () => {
  const walked = walkedLists(walkers).map(({ path }) => path.replace(/^\/api/, '').split(/[?]/)[0] as string)
  const paged = Object.values(api).filter(
    ({ method, responses }) => method === 'get' && 'headers' in responses[200],
  )
  expect(paged.length).toBeGreaterThan(0)
  for (const { path } of paged) {
    const start = path.replace(/\/\{.*/, '/')
    expect(
      walked.some((one) => one === path || (path !== start && one.startsWith(start))),
      path,
    ).toBe(true)
  }
})
