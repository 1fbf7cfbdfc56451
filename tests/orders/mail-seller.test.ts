import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { mailText } from '#server/outside/mail.ts'
import { proveEmail } from '#server/users/prove-email.ts'
import { beginPayment, CARD, payByCard, tell } from '#tests/support/card.ts'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { BOOKING, order, orderAsGuest, putOnSale } from '#tests/support/laptops.ts'
import { type Person, renewToken, signUp } from '#tests/support/people.ts'

let shop: FrontDoor
let seller: Person
beforeAll(async () => {
  shop = await openFrontDoor()
})
beforeEach(async () => {
  seller = await signUp(shop, 'seller', 'Nabila')
  await proveEmail(shop.deps, seller.id)
})
afterAll(() => shop.close())

const mails = ({ email } = seller) =>
  shop.mails.filter(({ to, subject }) => to === email && /ordered|An order/.test(subject))

it('mails the seller the buyer, the laptop, the price and the meeting details', async () => {
  const buyer = await signUp(shop, 'buyer', 'Babul')
  await order(shop, buyer, await putOnSale(shop, seller))
  const [mail] = mails()
  expect(mail?.subject).toBe('An order for HP EliteBook 840 G6')
  expect(mail?.text.join(' ')).toMatch(
    /^Hello Nabila, Babul has ordered HP EliteBook 840 G6 for \$449\.50\. .*\n.* Multiplan Center, Elephant Road\n.* 01700000002 /,
  )
  expect(mail?.text.join(' ')).not.toContain('without an account')
  expect(new URL(mail?.action?.url ?? '').pathname).toBe('/dashboard/mybuyers')
})

it('tells two laptops of the same name apart when ordered, changed and sold', async () => {
  const buyer = await signUp(shop, 'buyer', 'Babul')
  const laptops = [new Date('2026-11-02T12:00:00Z'), new Date('2026-11-03T12:00:00Z')]
  for (const [place, published] of laptops.entries()) {
    const laptop = await putOnSale(shop, seller, { published })
    const id = await order(shop, buyer, laptop)
    const body = { ...BOOKING, location: 'Elsewhere', productId: laptop }
    await shop.call('POST', '/api/booking', { token: buyer.token, body })
    const paying = await beginPayment(shop, buyer, id)
    await payByCard(shop, paying.body.client_secret, CARD.good)
    expect((await tell(shop, buyer, id, paying.body.client_secret)).status).toBe(200)
    const told = shop.mails.filter(({ to }) => to === seller.email).map(({ text }) => text.join('\n'))
    const which = `Which one: Good, 1Y 2M used, added Nov ${place + 2}, 2026\nMeeting place: `
    expect(told.filter((text) => text.includes(which))).toHaveLength(3)
  }
})

it('mails an order once, and again only when the buyer has changed the meeting details', async () => {
  const buyer = await signUp(shop, 'buyer', 'Babul')
  const laptop = await putOnSale(shop, seller)
  const again = (typed = {}) =>
    shop.call('POST', '/api/booking', {
      token: buyer.token,
      body: { ...BOOKING, ...typed, productId: laptop },
    })
  await order(shop, buyer, laptop)
  expect((await again()).status).toBe(200)
  await orderAsGuest(shop, laptop)
  await orderAsGuest(shop, laptop, { location: 'Elsewhere' })
  expect(mails()).toHaveLength(2)
  expect((await again({ phone: '01700000099' })).status).toBe(200)
  expect(mails()).toHaveLength(3)
  expect(mails()[2]?.subject).toBe('An order for HP EliteBook 840 G6 has changed')
  expect(mails()[2]?.text.join(' ')).toMatch(
    /Babul, who has ordered .* has changed the meeting details\. .*\n.*\n.* 01700000099 /,
  )
})

it('says that a guest has no account, and breaks links in text of the guest', async () => {
  await orderAsGuest(shop, await putOnSale(shop, seller), {
    buyerName: 'Win at www.evil.example',
    location: 'See https://evil.example/now',
  })
  const [mail] = mails()
  const text = mail ? mailText(mail) : ''
  expect(text).toContain('Win at www. evil. example has ordered')
  expect(text).toContain('without an account')
  expect(text).not.toMatch(/evil\.\S|:\/\/evil|gast@/)
})

it('repeats no typed text in mails to a seller with an unconfirmed e-mail', async () => {
  const unproven = await signUp(shop, 'seller', 'Evil seller')
  const laptop = await putOnSale(shop, unproven, { name: 'Evil laptop' })
  await order(shop, await signUp(shop, 'buyer', 'Evil buyer'), laptop)
  await orderAsGuest(shop, laptop, { buyerName: 'Evil guest', location: 'Evil place' })
  expect(mails(unproven)).toHaveLength(2)
  expect(mails(unproven)[0]?.text.join(' ')).toMatch(/^Hello, .*\$449\.50.* My Buyers/)
  expect(JSON.stringify(mails(unproven))).not.toMatch(/evil|01700000002|Multiplan/i)
})

it('mails at most five orders per hour and IP address to sellers with unconfirmed e-mails', async () => {
  const buyer = await signUp(shop, 'buyer')
  const told = async (address: string) => {
    const unproven = await signUp(shop, 'seller')
    const body = { ...BOOKING, productId: await putOnSale(shop, unproven) }
    await shop.call('POST', '/api/booking', { token: buyer.token, body, address })
    return mails(unproven).length
  }
  for (let n = 0; n < 5; n++) expect(await told('10.8.3.1')).toBe(1)
  expect(await told('10.8.3.1')).toBe(0)
  expect(await told('10.8.3.2')).toBe(1)
})

it('mails at most five orders per hour of a buyer, and ten of guests, counted apart', async () => {
  const [buyer, other] = [await signUp(shop, 'buyer'), await signUp(shop, 'buyer')]
  const laptop = await putOnSale(shop, seller)
  for (let n = 0; n < 12; n++) await orderAsGuest(shop, laptop, { buyerEmail: `flood-${n}@example.com` })
  expect(mails()).toHaveLength(10)
  // More than the limit of mails about all buyers together.
  for (let n = 0; n < 31; n++) {
    const id = await order(shop, buyer, laptop)
    await shop.call('DELETE', `/api/myorders/${id}`, { token: buyer.token })
  }
  expect(mails()).toHaveLength(15)
  await order(shop, other, laptop)
  expect(mails()).toHaveLength(16)
  expect(await shop.sql('select id from orders where seller_id = $1', [seller.id])).toHaveLength(13)
  shop.pass({ minutes: 61 })
  await order(shop, { ...buyer, token: await renewToken(shop, buyer) }, laptop)
  expect(mails()).toHaveLength(17)
})

it('mails a seller at most thirty orders of buyers per hour', async () => {
  const laptop = await putOnSale(shop, seller)
  for (let n = 0; n < 31; n++) await order(shop, await signUp(shop, 'buyer'), laptop)
  expect(mails()).toHaveLength(30)
})
