import { expect } from 'vitest'
import { expectInvariants } from '#tests/support/invariants.ts'
import type { RealShop } from './real-shop.ts'
import {
  BUYERS,
  claimOf,
  isAdvertised,
  isAlive,
  isOnSale,
  type Laptop,
  type Model,
  SELLERS,
} from './shop-model.ts'

// biome-ignore lint/suspicious/noExplicitAny: rows of any list, checked by comparing and not by type
type Row = any
const sorted = (rows: object[]) => rows.map((row) => JSON.stringify(row)).sort()

/** Every list of the shop shows exactly what the model says, and counts it. */
export async function expectLists(model: Model, real: RealShop): Promise<void> {
  const { laptops, orders, wishes, reports } = model

  async function expectList(
    name: string,
    path: string,
    of: (row: Row) => object,
    rows: object[],
  ): Promise<void> {
    const { status, body, headers } = await real.ask(
      name,
      'GET',
      `${path}${path.includes('?') ? '&' : '?'}limit=100`,
    )
    expect(status, path).toBe(200)
    const list = Array.isArray(body) ? body : body.products
    expect(sorted(list.map(of)), `${path} for ${name}`).toEqual(sorted(rows))
    expect(headers.get('x-total-count'), `the count of ${path} for ${name}`).toBe(String(rows.length))
  }

  const onSale = laptops.filter(isOnSale)
  const shown = ({ _id, currentPrice, sellerVerified, ads }: Row) => ({
    _id,
    currentPrice,
    sellerVerified,
    ads,
  })
  const show = (some: Laptop[]) =>
    some.map((laptop) => ({
      _id: laptop.id,
      currentPrice: laptop.price,
      sellerVerified: model.people[laptop.seller]?.verified,
      ads: isAdvertised(model, laptop),
    }))
  await expectList('Admin', '/products', shown, show(onSale))
  await expectList(
    'Admin',
    '/adsproduct',
    shown,
    show(onSale.filter((laptop) => isAdvertised(model, laptop))),
  )
  for (const brand of ['hp', 'dell', 'walton']) {
    const ofBrand = show(onSale.filter((laptop) => laptop.brand === brand))
    await expectList('Admin', `/product?brand=${brand}`, shown, ofBrand)
    await expectList('Admin', `/brand/${brand}`, shown, ofBrand)
  }

  for (const seller of SELLERS.filter((name) => isAlive(model, name))) {
    const mine = laptops.filter((laptop) => laptop.seller === seller && !laptop.withdrawn)
    const { email } = real.who(seller)
    await expectList(
      seller,
      `/myproduct?email=${email}`,
      ({ _id, status, ads, orders: count, locked }) => ({ _id, status, ads, count, locked }),
      mine.map((laptop) => ({
        _id: laptop.id,
        status: laptop.sold ? 'sold' : 'available',
        ads: isAdvertised(model, laptop),
        count: orders.filter((order) => order.laptop === laptop).length,
        locked: claimOf(model, laptop)?.state ?? null,
      })),
    )
    const ordered = orders.filter(({ laptop }) => laptop.seller === seller)
    await expectList(
      seller,
      `/mybuyers/${email}`,
      ({ _id, paid }) => ({ _id, paid }),
      ordered.map(({ id, state }) => ({ _id: id, paid: state === 'paid' })),
    )
  }

  for (const buyer of BUYERS.filter((name) => isAlive(model, name))) {
    const { email } = real.who(buyer)
    const own = orders.filter((order) => order.buyer === buyer)
    await expectList(
      buyer,
      `/bookings?email=${email}`,
      ({ _id, paid, available, price }) => ({ _id, paid, available, price }),
      own.map(({ id, state, laptop, price }) => ({
        _id: id,
        paid: state === 'paid',
        available: state !== 'paid' && isOnSale(laptop),
        price,
      })),
    )
    await expectList(
      buyer,
      `/wishlist?email=${email}`,
      ({ _id, productId, status, orderId }) => ({ _id, productId, status, orderId }),
      wishes
        .filter((wish) => wish.buyer === buyer)
        .map(({ id, laptop }) => ({
          _id: id,
          productId: laptop.id,
          status: isOnSale(laptop) ? 'available' : 'sold',
          orderId: own.find((order) => order.laptop === laptop)?.id ?? null,
        })),
    )
  }

  for (const state of ['open', 'decided']) {
    await expectList(
      'Admin',
      `/reports?state=${state}`,
      ({ _id, decision, onSale }) => ({ _id, decision, onSale }),
      reports
        .filter(({ decision }) => (state === 'open') === !decision)
        .map(({ id, decision, laptop }) => ({
          _id: id,
          decision: decision ?? null,
          onSale: isOnSale(laptop),
        })),
    )
  }
}

/** Money and claims agree with the provider, once the shop has reconciled its payments. */
export async function expectMoney(model: Model, real: RealShop): Promise<void> {
  const { laptops } = model
  const paidFor = (laptop: Laptop) => claimOf(model, laptop)?.state === 'paid'
  await expectInvariants(real.shop, {
    laptops: laptops.map(({ id }) => id),
    markedSold: laptops.filter((laptop) => laptop.sold && !paidFor(laptop)).map(({ id }) => id),
  })
}
