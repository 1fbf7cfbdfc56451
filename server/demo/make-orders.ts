import type { orders, payments } from '../database/schema.ts'
import type { Laptop, Laptops } from './make-laptops.ts'
import type { People, Person } from './make-people.ts'
import type { World } from './world.ts'

type Order = typeof orders.$inferInsert & { id: string; createdAt: Date }
export type Payment = typeof payments.$inferInsert & { intentId: string; orderId: string; createdAt: Date }

/** Of the laptops sold, these (by place, the last sold first) were paid by card; the rest their sellers marked. */
const isPaidByCard = (index: number) => index % 13 === 3
/** The first buyer, whom a visitor signs in as, has paid three of them and ordered these of the ones on sale. */
const PAID_BY_FIRST = [3, 42, 133]
const ORDERED_BY_FIRST = [0, 7, 19]
/** A sold laptop that the first buyer had also ordered and did not pay in time. */
const MISSED_BY_FIRST = 11

/**
 * Orders that wait for payment, from one to three for every other laptop on sale, and, where the card
 * provider's stand-in is there to know their payments, paid ones. None is held: nobody is paying just now.
 */
export function makeOrders(
  { random, id, ago, later }: World,
  people: People,
  { available, sold }: Laptops,
  { withPayments }: { withPayments: boolean },
): { orders: Order[]; payments: Payment[] } {
  const [first, ...others] = people.buyers as [Person, ...Person[]]
  const place = (laptop: Laptop, buyer: Person, createdAt: Date): Order => ({
    id: id(createdAt),
    productId: laptop.id,
    sellerId: laptop.sellerId,
    buyerId: buyer.id,
    buyerName: buyer.name,
    buyerEmail: buyer.email,
    phone: buyer.phone,
    location: laptop.location,
    productName: laptop.name,
    imageId: laptop.imageId,
    priceCents: laptop.currentPriceCents,
    createdAt,
  })
  /** Some time between two days, and before today. */
  const between = (from: Date, to: Date) => new Date(Math.floor(random.between(from.getTime(), to.getTime())))

  const open = available.flatMap((laptop, index) => {
    const wanting = index % 2 === 1 ? random.shuffled(others).slice(0, random.whole(1, 3)) : []
    if (ORDERED_BY_FIRST.includes(index)) wanting.push(first)
    return wanting.map((buyer) => place(laptop, buyer, between(laptop.publishedAt, ago(1, 23.9))))
  })
  const missed = sold[MISSED_BY_FIRST]!
  open.push(place(missed, first, between(missed.publishedAt, missed.soldAt)))
  if (!withPayments) return { orders: open, payments: [] }

  const paid = sold
    .map((laptop, index) => ({
      laptop,
      buyer: PAID_BY_FIRST.includes(index) ? first : random.pick(others),
      index,
    }))
    .filter(({ index }) => isPaidByCard(index))
    .map(({ laptop, buyer }) => ({
      ...place(laptop, buyer, between(laptop.publishedAt, later(laptop.soldAt, -0.02))),
      state: 'paid' as const,
      paidAt: laptop.soldAt,
    }))
    .sort((a, b) => a.paidAt.getTime() - b.paidAt.getTime())
  const settled = paid.map((order, index): Payment => {
    const createdAt = later(order.paidAt, -random.between(0.002, 0.008))
    return {
      id: id(createdAt),
      orderId: order.id,
      productId: order.productId,
      buyerId: order.buyerId,
      attempt: 1,
      idempotencyKey: `order-${order.id}-1`,
      intentId: `pi_demo_${String(index + 1).padStart(4, '0')}`,
      amountCents: order.priceCents,
      currency: 'usd',
      state: 'succeeded',
      createdAt,
      settledAt: order.paidAt,
    }
  })
  return { orders: [...open, ...paid], payments: settled }
}
