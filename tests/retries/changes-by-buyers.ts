import { forgetAllExhausted } from '#server/limits/exhausted-limits.ts'
import { beginPayment, CARD, payByCard, transactionOf } from '#tests/support/card.ts'
import { BOOKING, order, putOnSale } from '#tests/support/laptops.ts'
import { signUp } from '#tests/support/people.ts'
import { asking, type Changes, count } from './change.ts'

let guests = 0

/** The changes by buyers and visitors. */
export const CHANGES_BY_BUYERS: Changes = {
  async 'POST /booking'(world) {
    const productId = await putOnSale(world.shop, world.seller)
    // The number of mails about orders is limited for both.
    await world.shop.sql(`delete from rate_limits where key like '%order-mails %'`)
    forgetAllExhausted()
    const mails = world.shop.mails.length
    return {
      request: asking('POST', '/api/booking', { token: world.buyer.token }, { ...BOOKING, productId }),
      first: 201,
      again: [200],
      effect: async () => [
        await count(world, 'orders where product_id = $1', [productId]),
        world.shop.mails.length - mails,
      ],
      // One mail to the buyer and one to the seller.
      once: [1, 2],
    }
  },
  async 'POST /booking by a guest'(world) {
    const productId = await putOnSale(world.shop, world.seller)
    const guest = { buyerName: 'Guest', buyerEmail: `guest-${++guests}@example.com` }
    return {
      request: asking('POST', '/api/booking', {}, { ...BOOKING, ...guest, productId }),
      address: `10.0.0.${guests}`,
      first: 201,
      alike: true,
      // A visitor's address may order five times an hour, repetitions included.
      again: [201, 429],
      effect: () => count(world, 'orders where product_id = $1', [productId]),
      once: 1,
    }
  },
  async 'DELETE /myorders/{id}'(world) {
    const id = await order(world.shop, world.buyer, await putOnSale(world.shop, world.seller))
    return {
      request: asking('DELETE', `/api/myorders/${id}`, { token: world.buyer.token }),
      first: 200,
      again: [404, 200],
      effect: () => count(world, 'orders where id = $1', [id]),
      once: 0,
    }
  },
  async 'DELETE /myorders/{id} while it is being paid'(world) {
    const id = await order(world.shop, world.buyer, await putOnSale(world.shop, world.seller))
    const { body } = await beginPayment(world.shop, world.buyer, id)
    return {
      request: asking('DELETE', `/api/myorders/${id}`, { token: world.buyer.token }),
      first: 200,
      again: [404, 200],
      effect: async () => [
        await count(world, 'orders where id = $1', [id]),
        (await world.shop.deps.cards.readIntent(transactionOf(body.client_secret)))?.status,
      ],
      once: [0, 'canceled'],
    }
  },
  async 'POST /wishlist'(world) {
    const productId = await putOnSale(world.shop, world.seller)
    return {
      request: asking('POST', '/api/wishlist', { token: world.buyer.token }, { productId }),
      first: 201,
      again: [200],
      effect: () => count(world, 'wishlist where product_id = $1', [productId]),
      once: 1,
    }
  },
  async 'DELETE /mywishlist/{id}'(world) {
    const [productId, token] = [await putOnSale(world.shop, world.seller), world.buyer.token]
    const { body } = await world.shop.call('POST', '/api/wishlist', { token, body: { productId } })
    return {
      request: asking('DELETE', `/api/mywishlist/${body.insertedId}`, { token }),
      first: 200,
      again: [404],
      effect: () => count(world, 'wishlist where product_id = $1', [productId]),
      once: 0,
    }
  },
  async 'POST /create-payment-intent'(world) {
    const buyer = await signUp(world.shop, 'buyer')
    const bookingId = await order(world.shop, buyer, await putOnSale(world.shop, world.seller))
    const body = { price: 449.5, bookingId }
    return {
      request: asking('POST', '/api/create-payment-intent', { token: buyer.token }, body),
      first: 200,
      again: [200],
      effect: async () => [
        await count(world, 'payments where order_id = $1', [bookingId]),
        await count(world, `sandbox_stripe.intents where body->'metadata'->>'order_id' = $1`, [bookingId]),
      ],
      once: [1, 1],
      secret: true,
    }
  },
  async 'POST /paymentinfo'(world) {
    const buyer = await signUp(world.shop, 'buyer')
    const bookingId = await order(world.shop, buyer, await putOnSale(world.shop, world.seller))
    const { sandbox } = world.shop
    // The shop is told by this call alone, and not by an event as well: a late one that tells of the begun payment
    // would make the shop ask for its state.
    sandbox.faults.set('deliver', 'dropped', 50)
    const { body } = await beginPayment(world.shop, buyer, bookingId)
    await payByCard(world.shop, body.client_secret, CARD.good)
    await sandbox.settled()
    sandbox.faults.clear()
    const told = { name: 'x', price: 449.5, transactionId: transactionOf(body.client_secret), bookingId }
    const mails = () => world.shop.mails.filter(({ to }) => to === buyer.email).map(({ subject }) => subject)
    return {
      request: asking('POST', '/api/paymentinfo', { token: buyer.token }, told),
      first: 200,
      again: [200],
      effect: async () => [
        await count(world, `payments where order_id = $1 and state = 'succeeded'`, [bookingId]),
        await count(world, `orders where id = $1 and state = 'paid'`, [bookingId]),
        mails().filter((subject) => subject.startsWith('Your receipt')).length,
      ],
      once: [1, 1, 1],
    }
  },
  async 'POST /reports'(world) {
    const productId = await putOnSale(world.shop, world.seller)
    const reporter = await signUp(world.shop, 'buyer')
    const body = { productId, reason: 'It is not what it says.' }
    return {
      request: asking('POST', '/api/reports', { token: reporter.token }, body),
      first: 201,
      again: [200],
      effect: () => count(world, 'reports where product_id = $1', [productId]),
      once: 1,
    }
  },
  async 'POST /contact'(world) {
    const number = ++guests
    const mails = world.shop.mails.length
    const body = {
      name: 'Ada',
      email: 'ada@example.com',
      subject: `Question ${number}`,
      message: 'Does it run?',
    }
    return {
      request: asking('POST', '/api/contact', {}, body),
      address: `10.0.1.${number}`,
      first: 201,
      again: [200, 429],
      effect: async () => [
        await count(world, 'messages where subject = $1', [body.subject]),
        world.shop.mails.length - mails,
      ],
      once: [1, 1],
    }
  },
}
