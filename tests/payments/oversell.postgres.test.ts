import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Problem } from '#server/problems.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { openFrontDoor } from '#tests/support/front-door.ts'
import { findBreaches } from '#tests/support/invariants.ts'
import { crowd, makePeople } from '#tests/support/many-people.ts'
import type { Person } from '#tests/support/people.ts'
import { inRounds } from '#tests/support/rounds.ts'
import { type Shop, startShop } from '#tests/support/shop.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { cardForm, type Market, type Reply } from './market.ts'
import { naivelyBegin, naivelyRecord } from './naive-purchase.ts'
import { oversellRound } from './oversell-round.ts'

const SECRET = 'the same secret in both processes'
const BUYERS = 32
/** Access tokens are valid for ten minutes. */
const FRESH_MS = 8 * 60_000

async function reply(response: Response): Promise<Reply> {
  const text = await response.text()
  return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : text }
}

/** Two processes of the shop on one database, called as browsers call them. */
function marketOf(shops: Shop[], tables: Market['tables'], seller: Person): Market {
  const urlOf = (turn: number) => shops[turn % shops.length]?.url ?? ''
  let people: Person[] = []
  let madeAt = 0
  return {
    tables,
    seller,
    call: async (turn, method, path, { token, body }) => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
      let answer: Reply
      // If the machine stalls for seconds, nobody gets a connection: nothing is done, and the buyer tries again.
      do
        answer = await reply(await fetch(urlOf(turn) + path, { method, headers, body: JSON.stringify(body) }))
      while (answer.body?.code === 'database-unavailable')
      return answer
    },
    confirm: async (turn, intent, card) => {
      const [id] = intent.client_secret.split('_secret_')
      const path = `/sandbox/stripe/v1/payment_intents/${id}/confirm`
      return reply(await fetch(urlOf(turn) + path, { method: 'POST', body: cardForm(intent, card) }))
    },
    async buyers() {
      // They buy far more often than people do.
      await tables.sql('delete from rate_limits')
      if (Date.now() - madeAt < FRESH_MS) return people
      people = await makePeople(tables, 'buyer', BUYERS, { now: new Date(), secret: SECRET })
      madeAt = Date.now()
      return people
    },
  }
}

describe('two processes on one database', () => {
  let database: TestDatabase
  let shops: Shop[] = []
  let market: Market
  const folder = temporaryFolder(afterAll)
  beforeAll(async () => {
    database = await createTestDatabase()
    const env = { DATABASE_URL: database.url, DATA_DIR: folder, SECRET, DEMO: '0' }
    shops = await Promise.all([startShop({ env }), startShop({ env })])
    const sql: Market['tables']['sql'] = async (text, values = []) =>
      (await database.pool.query(text, values)).rows
    const tables = { sql, deps: { clock: () => new Date() } }
    const [seller] = await makePeople(tables, 'seller', 1, { now: new Date(), secret: SECRET })
    market = marketOf(shops, tables, seller as Person)
  })
  afterAll(async () => {
    await Promise.all(shops.map((shop) => shop.stop()))
    await database.close()
  })

  inRounds(
    'oversell',
    'sell a laptop to one of 32 concurrent buyers, and charge nobody else',
    { quick: 4, deep: 3000 },
    (n) => oversellRound(market, n),
  )

  it('have sold each laptop once and received exactly its price, after all rounds', async () => {
    expect(await findBreaches(market.tables, { now: new Date() })).toEqual([])
    const [{ sold }] = (await market.tables.sql(
      `select count(*)::int as sold from products where status = 'sold'`,
    )) as [{ sold: number }]
    expect(sold).toBeGreaterThan(0)
  })
})

describe('a purchase that checks and then claims, without the unique index on claims', () => {
  it('sells a laptop to several buyers, and the check of the invariants reports it', async () => {
    const shop = await openFrontDoor()
    await shop.sandbox.stop()
    await shop.sql('drop index orders_one_claim')
    const buyers = await crowd(shop, 'buyer', BUYERS)
    const [seller] = (await crowd(shop, 'seller', 1)) as [Person]
    const market: Market = {
      tables: shop,
      seller,
      buyers: async () => buyers,
      call: (_turn, method, path, sent) => {
        const who = buyers.find(({ token }) => token === sent.token) as Person
        const { bookingId, transactionId } = sent.body as { bookingId: string; transactionId: string }
        if (path === '/api/create-payment-intent') return naive(naivelyBegin(shop.deps, who, bookingId))
        if (path === '/api/paymentinfo') return naive(naivelyRecord(shop.deps, bookingId, transactionId))
        return shop.call(method, path, sent)
      },
      confirm: async (_turn, intent, card) => {
        const [id] = intent.client_secret.split('_secret_')
        const url = `http://provider/v1/payment_intents/${id}/confirm`
        return reply(
          await shop.sandbox.fetch(new Request(url, { method: 'POST', body: cardForm(intent, card) })),
        )
      },
    }
    await expect(oversellRound(market, 0)).rejects.toThrow(/a laptop is sold twice/)
    await shop.close()
  })
})

async function naive(work: Promise<object>): Promise<Reply> {
  try {
    return { status: 200, body: await work }
  } catch (error) {
    if (error instanceof Problem) return { status: error.status, body: { code: error.code } }
    throw error
  }
}
