import type pg from 'pg'
import { expect } from 'vitest'
import { BOOKING } from '#tests/support/laptops.ts'
import { ask } from './ask.ts'

const READERS = 4
const BUYERS = 4
/** The most connections that the load holds open. */
export const CONNECTIONS = READERS + BUYERS

type Load = Awaited<ReturnType<typeof putUnderLoad>>

/**
 * Visitors who read a list without a pause, and a buyer who orders all of `laptops`, several at a time, each with an
 * Idempotency-Key.
 */
export function putUnderLoad(url: string, { token, laptops }: { token: string; laptops: string[] }) {
  /** Acknowledged orders, by laptop. */
  const orders = new Map<string, string>()
  /** Laptops without an acknowledged order: the connection ended before the response, or the order was refused. */
  const open: string[] = []
  /** The readers' responses, in the order of the requests: a status, or why there was none. */
  const reads: string[] = []
  const left = [...laptops]
  let stopped = false

  async function read(): Promise<void> {
    while (!stopped) {
      const at = reads.push('not answered') - 1
      const answer = await ask(`${url}/api/products?limit=1`).catch((error: Error) => error)
      reads[at] = answer instanceof Error ? answer.message : String(answer.status)
    }
  }

  async function order(productId: string): Promise<void> {
    const body = { ...BOOKING, productId }
    const answer = await ask(`${url}/api/booking`, { token, key: productId, body }).catch(() => undefined)
    if (answer && answer.status < 300) orders.set(productId, answer.body.insertedId)
    else open.push(productId)
  }

  async function buy(): Promise<void> {
    for (let laptop = left.shift(); laptop; laptop = left.shift()) await order(laptop)
  }

  const readers = Array.from({ length: READERS }, read)
  const buyers = Array.from({ length: BUYERS }, buy)
  return {
    orders,
    reads,
    /** Resolves when every order was sent once; then the readers stop. */
    async end(): Promise<void> {
      await Promise.all(buyers)
      stopped = true
      await Promise.all(readers)
    },
    /** Sends unacknowledged orders again, a minute later: then a key whose request was cut off is free again. */
    async sendAgain(pool: pg.Pool): Promise<void> {
      await pool.query(
        `update idempotency_keys set created_at = created_at - interval '61 seconds' where status is null`,
      )
      for (const laptop of open.splice(0)) await order(laptop)
    },
  }
}

/** Every laptop is ordered, and every acknowledged order, whether before or after, is there. */
export async function expectAllOrdered(pool: pg.Pool, { orders }: Load, laptops: string[]): Promise<void> {
  expect([...orders.keys()].sort()).toEqual([...laptops].sort())
  const { rows } = await pool.query('select id from orders where id = any($1)', [[...orders.values()]])
  expect(rows).toHaveLength(laptops.length)
}
