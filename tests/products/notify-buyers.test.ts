import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { formatMediumDate } from '#contract/dates.ts'
import { proveEmail } from '#server/users/prove-email.ts'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { order, orderAsGuest, putOnSale } from '#tests/support/laptops.ts'
import { type Person, signUp } from '#tests/support/people.ts'
import { AVAILABLE, changeLaptop, DELETE, SOLD } from './selling.ts'

let shop: FrontDoor
let seller: Person
let laptop: string
beforeAll(async () => {
  shop = await openFrontDoor()
})
beforeEach(async () => {
  seller = await signUp(shop, 'seller')
  laptop = await putOnSale(shop, seller)
})
afterAll(() => shop.close())

const change = (call: Parameters<typeof changeLaptop>[2]) => changeLaptop(shop, seller, call, laptop)
const gone = (email: string) =>
  shop.mails.filter(({ to, subject }) => to === email && subject.endsWith('is no longer for sale'))

describe.each([
  ['deletes', DELETE, /seller .* taken it out of the shop/],
  ['marks as sold', SOLD, /seller .* marked it as sold/],
] as const)('a laptop that its seller %s', (_what, call, why) => {
  it('is reported by mail to everybody who ordered it, with a name only to a confirmed e-mail', async () => {
    const [proven, unproven] = [await signUp(shop, 'buyer', 'Olga'), await signUp(shop, 'buyer', 'Ute')]
    await proveEmail(shop.deps, proven.id)
    for (const buyer of [proven, unproven]) await order(shop, buyer, laptop)
    const guest = `guest-${laptop}@example.com`
    await orderAsGuest(shop, laptop, { buyerEmail: guest })
    const elsewhere = await signUp(shop, 'buyer')
    await order(shop, elsewhere, await putOnSale(shop, seller))
    expect((await change(call)).status).toBe(200)
    for (const email of [proven.email, unproven.email, guest]) {
      expect(gone(email)).toHaveLength(1)
      expect(gone(email)[0]?.text.join(' ')).toMatch(why)
      // They may have ordered other laptops of the same name.
      const which = `You ordered it on ${formatMediumDate(shop.deps.clock().toISOString())} for $449.50.`
      expect(gone(email)[0]?.text.join(' ')).toContain(`${which} You have not been charged.`)
    }
    expect(gone(proven.email)[0]?.text[0]).toBe('Hello Olga,')
    expect(JSON.stringify([gone(unproven.email), gone(guest)])).not.toMatch(/Ute|Gast|Multiplan/)
    expect(JSON.stringify(gone(guest))).not.toContain('My Orders')
    expect(gone(elsewhere.email)).toEqual([])
  })

  it('is reported once, even when the call is repeated', async () => {
    const buyer = await signUp(shop, 'buyer')
    await order(shop, buyer, laptop)
    await change(call)
    await change(call)
    expect(gone(buyer.email)).toHaveLength(1)
  })
})

it('a buyer is mailed once about a laptop that is marked as sold and then deleted', async () => {
  const buyer = await signUp(shop, 'buyer')
  await order(shop, buyer, laptop)
  await change(SOLD)
  expect((await change(DELETE)).status).toBe(200)
  expect(gone(buyer.email)).toHaveLength(1)
})

it('an e-mail gets at most ten such mails an hour, however often the laptop changes', async () => {
  const buyer = await signUp(shop, 'buyer')
  await order(shop, buyer, laptop)
  for (let time = 0; time < 12; time++) {
    expect((await change(SOLD)).body.modifiedCount).toBe(1)
    expect((await change(AVAILABLE)).body.modifiedCount).toBe(1)
  }
  expect(gone(buyer.email)).toHaveLength(10)
})
