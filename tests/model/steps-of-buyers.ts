import fc from 'fast-check'
import { expect } from 'vitest'
import { BOOKING } from '#tests/support/laptops.ts'
import { BUYERS, isAlive, SELLERS } from './shop-model.ts'
import { expectWord, laptopAt, type Steps, step, type Weighted } from './steps.ts'

const buyerAndLaptop = fc.tuple(fc.constantFrom(...BUYERS), fc.nat(20))

export const book: Steps = buyerAndLaptop.map(([buyer, n]) =>
  step(
    `${buyer} orders laptop ${n}`,
    (model) => isAlive(model, buyer) && model.laptops.length > 0,
    async (model, real) => {
      const laptop = laptopAt(model, n)
      const answer = await real.ask(buyer, 'POST', '/booking', { ...BOOKING, productId: laptop.id })
      const earlier = model.orders.find((order) => order.laptop === laptop && order.buyer === buyer)
      if (laptop.withdrawn) return expectWord(answer, 'not-found')
      if (laptop.sold && earlier?.state !== 'paid') return expectWord(answer, 'laptop-not-available')
      expectWord(answer, earlier ? '200' : '201')
      expect(answer.body.price).toBe((earlier ?? laptop).price)
      if (earlier) return expect(answer.body.insertedId).toBe(earlier.id)
      const id = answer.body.insertedId
      model.orders.push({
        ...{ id, laptop, buyer, price: laptop.price, nobodys: false },
        ...{ state: 'open', heldUntil: 0, attempt: undefined },
      })
    },
  ),
)

const wish: Steps = buyerAndLaptop.map(([buyer, n]) =>
  step(
    `${buyer} saves laptop ${n}`,
    (model) => isAlive(model, buyer) && model.laptops.length > 0,
    async (model, real) => {
      const laptop = laptopAt(model, n)
      const answer = await real.ask(buyer, 'POST', '/wishlist', { productId: laptop.id })
      if (laptop.withdrawn) return expectWord(answer, 'not-found')
      const earlier = model.wishes.find((saved) => saved.laptop === laptop && saved.buyer === buyer)
      expectWord(answer, earlier ? '200' : '201')
      if (earlier) return expect(answer.body.insertedId).toBe(earlier.id)
      model.wishes.push({ id: answer.body.insertedId, buyer, laptop })
    },
  ),
)

const unwish: Steps = fc.tuple(fc.constantFrom(...BUYERS), fc.nat(20)).map(([buyer, n]) =>
  step(
    `${buyer} removes the saved laptop ${n}`,
    (model) => isAlive(model, buyer) && model.wishes.length > 0,
    async (model, real) => {
      const saved = model.wishes[n % model.wishes.length]!
      const answer = await real.ask(buyer, 'DELETE', `/mywishlist/${saved.id}`)
      const own = saved.buyer === buyer
      expectWord(answer, own ? '1' : 'not-found')
      if (own) model.wishes = model.wishes.filter((other) => other !== saved)
    },
  ),
)

/** The limit is ten within an hour per person; the model stays below it. */
const MOST_REPORTS = 9

const report: Steps = fc.tuple(fc.constantFrom(...BUYERS, ...SELLERS), fc.nat(20)).map(([reporter, n]) =>
  step(
    `${reporter} reports laptop ${n}`,
    (model) =>
      isAlive(model, reporter) &&
      model.laptops.length > 0 &&
      model.reports.filter((one) => one.reporter === reporter).length < MOST_REPORTS,
    async (model, real) => {
      const laptop = laptopAt(model, n)
      const answer = await real.ask(reporter, 'POST', '/reports', { productId: laptop.id, reason: 'Odd.' })
      if (laptop.withdrawn) return expectWord(answer, 'not-found')
      if (laptop.seller === reporter) return expectWord(answer, 'not-allowed')
      const open = model.reports.find(
        (one) => one.laptop === laptop && one.reporter === reporter && !one.decision,
      )
      expectWord(answer, open ? '200' : '201')
      if (open) return expect(answer.body.insertedId).toBe(open.id)
      model.reports.push({ id: answer.body.insertedId, laptop, reporter, decision: undefined })
    },
  ),
)

export const STEPS_OF_BUYERS: Weighted[] = [
  { weight: 12, arbitrary: book },
  { weight: 4, arbitrary: wish },
  { weight: 2, arbitrary: unwish },
  { weight: 8, arbitrary: report },
]
