import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { putOnSale } from '#tests/support/laptops.ts'
import { makeAdmin, type Person, signUp } from '#tests/support/people.ts'

let shop: FrontDoor
let seller: Person
let buyer: Person
let admin: Person
let ids: string[]
beforeAll(async () => {
  shop = await openFrontDoor()
  seller = await signUp(shop, 'seller', 'Grace Hopper')
  buyer = await signUp(shop, 'buyer', 'Ada Lovelace')
  admin = await makeAdmin(shop)
  ids = []
  for (const reason of ['one', 'two', 'three', 'four', 'five']) {
    const productId = await putOnSale(shop, seller, { name: `Laptop ${reason}` })
    const { body } = await shop.call('POST', '/api/reports', {
      token: buyer.token,
      body: { productId, reason },
    })
    ids.push(body.insertedId)
    shop.pass({ minutes: 1 })
  }
})
afterAll(() => shop.close())

const list = (query = '', who: Person | undefined = admin) =>
  shop.call('GET', `/api/reports${query}`, { token: who?.token })
const reasons = (answer: { body: { reason: string }[] }) => answer.body.map(({ reason }) => reason)

/** All pages of a list, by following its Link headers. */
async function walk(path: string): Promise<string[][]> {
  const pages: string[][] = []
  for (let next: string | undefined = path; next; ) {
    const answer = await shop.call('GET', next, { token: admin.token })
    expect(answer.status).toBe(200)
    pages.push(reasons(answer))
    next = /<([^>]+)>/.exec(answer.headers.get('link') ?? '')?.[1]
  }
  return pages
}

it('reports are accessible to admins only', async () => {
  for (const who of [buyer, seller]) {
    expect((await list('', who)).status).toBe(403)
    const body = { decision: 'dismissed', reason: 'x' }
    const decide = await shop.call('PUT', `/api/reports/${ids[0]}`, { token: who.token, body })
    expect(decide.status).toBe(403)
  }
  expect((await shop.call('GET', '/api/reports')).status).toBe(401)
  expect((await list('?state=open')).headers.get('x-total-count')).toBe('5')
})

it('reports show laptop, seller, reporter and reason, oldest first', async () => {
  const answer = await list()
  expect(reasons(answer)).toEqual(['one', 'two', 'three', 'four', 'five'])
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.body[0]).toMatchObject({
    _id: ids[0],
    productName: 'Laptop one',
    imageColor: '#aabbcc',
    description: 'A laptop for tests. '.repeat(10),
    currentPrice: 449.5,
    condition: 'Good',
    purchaseYear: '1Y 2M',
    location: 'IDB Bhaban, Agargaon',
    sellerName: 'Grace Hopper',
    sellerEmail: seller.email,
    reporterName: 'Ada Lovelace',
    reporterEmail: buyer.email,
    onSale: true,
    decision: null,
    decisionReason: null,
    decidedBy: null,
    decidedDate: null,
  })
})

it('reports are paged without gaps or duplicates, with their total', async () => {
  expect(await walk('/api/reports?limit=2')).toEqual([['one', 'two'], ['three', 'four'], ['five']])
  expect((await list('?limit=2')).headers.get('x-total-count')).toBe('5')
  expect((await list('?after=nonsense')).status).toBe(400)
  expect((await list('?state=all')).status).toBe(400)
})

it('decided reports move from the queue to the history, newest decision first', async () => {
  for (const index of [3, 0, 1]) {
    const body = { decision: 'dismissed', reason: `looked at ${index}` }
    await shop.call('PUT', `/api/reports/${ids[index]}`, { token: admin.token, body })
    shop.pass({ minutes: 1 })
  }
  expect(reasons(await list())).toEqual(['three', 'five'])
  expect((await list()).headers.get('x-total-count')).toBe('2')
  expect(await walk('/api/reports?state=decided&limit=2')).toEqual([['two', 'one'], ['four']])
  expect((await list('?state=decided')).body[0]).toMatchObject({
    decision: 'dismissed',
    decisionReason: 'looked at 1',
    decidedBy: admin.name,
    decidedDate: expect.stringMatching(/^\d{4}-.*Z$/),
  })
})

it('reports remain when the account of their reporter is deleted', async () => {
  await shop.sql('update reports set reporter_id = null where id = $1', [ids[2]])
  expect((await list()).body[0]).toMatchObject({ reason: 'three', reporterName: null, reporterEmail: null })
})
