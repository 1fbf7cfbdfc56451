import { afterAll, beforeAll, expect, it } from 'vitest'
import { proveEmail } from '#server/users/prove-email.ts'
import { beginPayment, CARD, payByCard, tell } from '#tests/support/card.ts'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { BOOKING, order, putOnSale } from '#tests/support/laptops.ts'
import { linkTo, subjectsTo } from '#tests/support/mails.ts'
import { type Person, renewToken, signUp } from '#tests/support/people.ts'

let shop: FrontDoor
let seller: Person
beforeAll(async () => {
  shop = await openFrontDoor()
  seller = await signUp(shop, 'seller')
})
afterAll(() => shop.close())

const mailsOfOrders = (email: string) =>
  shop.mails.filter(({ to, subject }) => to === email && subject.startsWith('Your order'))

it('mails a signed-in buyer once per order, with a payment link', async () => {
  const buyer = await signUp(shop, 'buyer')
  const laptop = await putOnSale(shop, seller)
  const id = await order(shop, buyer, laptop)
  await order(shop, buyer, laptop)
  expect(subjectsTo(shop, buyer.email)).toEqual([
    'Confirm your e-mail address',
    'Your order: HP EliteBook 840 G6',
  ])
  expect(linkTo(shop, buyer.email)).toEqual({ page: `/dashboard/payment/${id}`, token: '' })
})

it('sends neither the typed name nor the place to an unconfirmed e-mail', async () => {
  const stranger = await signUp(shop, 'buyer', 'You have won at https://evil.example')
  const laptop = await putOnSale(shop, seller)
  const body = { ...BOOKING, productId: laptop, location: 'Come to https://evil.example' }
  expect((await shop.call('POST', '/api/booking', { token: stranger.token, body })).status).toBe(201)
  const [mail] = mailsOfOrders(stranger.email)
  expect(mail?.text.join(' ')).toContain('$449.50')
  expect(JSON.stringify(mail)).not.toContain('evil')
})

it('names buyer, laptop and place in the mail to a confirmed e-mail', async () => {
  const buyer = await signUp(shop, 'buyer', 'Babul')
  await proveEmail(shop.deps, buyer.id)
  await order(shop, buyer, await putOnSale(shop, seller))
  const [mail] = mailsOfOrders(buyer.email)
  expect(mail?.subject).toBe('Your order: HP EliteBook 840 G6')
  expect(mail?.text.join(' ')).toMatch(
    /^Hello Babul, You have ordered HP EliteBook 840 G6 for .*\n.* Multiplan/,
  )
})

it('tells two laptops of the same name apart in mails to a confirmed e-mail', async () => {
  const [buyer, unproven] = [await signUp(shop, 'buyer'), await signUp(shop, 'buyer')]
  await proveEmail(shop.deps, buyer.id)
  for (const day of [2, 3]) {
    const laptop = await putOnSale(shop, seller, { published: new Date(`2026-11-0${day}T12:00:00Z`) })
    await order(shop, unproven, laptop)
    const before = shop.mails.length
    const id = await order(shop, buyer, laptop)
    const { body } = await beginPayment(shop, buyer, id)
    await payByCard(shop, body.client_secret, CARD.good)
    expect((await tell(shop, buyer, id, body.client_secret)).status).toBe(200)
    const mails = shop.mails.slice(before).filter(({ to }) => to === buyer.email)
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Your order: HP EliteBook 840 G6',
      'Your receipt for HP EliteBook 840 G6',
    ])
    const which = `Which one: Good, 1Y 2M used, added Nov ${day}, 2026\nMeeting place: `
    for (const { text } of mails) expect(text.join('\n')).toContain(which)
  }
  // Until the e-mail is proven this is a stranger's text, like name and place.
  expect(JSON.stringify(shop.mails.filter(({ to }) => to === unproven.email))).not.toContain('1Y 2M')
})

it('a mail to an unconfirmed e-mail contains no name of a user, whatever happens to an order', async () => {
  const name = 'You have won at https://evil.example'
  const dealer = await signUp(shop, 'seller', name)
  const [late, paying] = [await signUp(shop, 'buyer', name), await signUp(shop, 'buyer', name)]
  const laptop = await putOnSale(shop, dealer)
  await order(shop, late, laptop)
  const id = await order(shop, paying, laptop)
  const { body } = await beginPayment(shop, paying, id)
  await payByCard(shop, body.client_secret, CARD.good)
  expect((await tell(shop, paying, id, body.client_secret)).status).toBe(200)
  expect(subjectsTo(shop, dealer.email)).toContain('One of your laptops is sold')
  expect(subjectsTo(shop, late.email)).toContain('HP EliteBook 840 G6 was sold to somebody else')
  expect(subjectsTo(shop, paying.email)).toContain('Your receipt for HP EliteBook 840 G6')
  const mails = shop.mails.filter(({ to }) => [dealer, late, paying].some(({ email }) => email === to))
  expect(JSON.stringify(mails)).not.toMatch(/evil|Multiplan/)
  expect(JSON.stringify(mails.filter(({ to }) => to === dealer.email))).not.toContain('EliteBook')
  await proveEmail(shop.deps, late.id)
  const next = await putOnSale(shop, dealer)
  await order(shop, late, next)
  await shop.call('DELETE', `/api/myproduct/${next}`, { token: dealer.token })
  expect(shop.mails.findLast(({ to }) => to === late.email)?.text[0]).toBe(
    'Hello You have won at https: //evil. example,',
  )
})

it('breaks links in text of the buyer in the mail that a laptop is sold', async () => {
  const [dealer, buyer] = [await signUp(shop, 'seller'), await signUp(shop, 'buyer', 'WWW.evil.example')]
  await proveEmail(shop.deps, dealer.id)
  const id = await order(shop, buyer, await putOnSale(shop, dealer))
  const { body } = await beginPayment(shop, buyer, id)
  await payByCard(shop, body.client_secret, CARD.good)
  expect((await tell(shop, buyer, id, body.client_secret)).status).toBe(200)
  const mail = shop.mails.find(({ to, subject }) => to === dealer.email && subject.endsWith('is sold'))
  expect(mail?.text.join(' ')).toMatch(/WWW\. evil\. example has paid .*\n.* Multiplan/)
})

it('adds nothing after a place typed with a full stop, whatever happens to an order', async () => {
  const [dealer, buyer] = [await signUp(shop, 'seller'), await signUp(shop, 'buyer')]
  for (const { id } of [dealer, buyer]) await proveEmail(shop.deps, id)
  const before = shop.mails.length
  const place = { location: 'House 5, Road 3.', productId: await putOnSale(shop, dealer) }
  const { body: ordered } = await shop.call('POST', '/api/booking', {
    token: buyer.token,
    body: { ...BOOKING, ...place },
  })
  const { body } = await beginPayment(shop, buyer, ordered.insertedId)
  await payByCard(shop, body.client_secret, CARD.good)
  expect((await tell(shop, buyer, ordered.insertedId, body.client_secret)).status).toBe(200)
  const where = expect.stringMatching(/^Meeting place: House 5, Road 3\.$/m)
  expect(new Map(shop.mails.slice(before).map(({ subject, text }) => [subject, text.join('\n')]))).toEqual(
    new Map([
      ['Your order: HP EliteBook 840 G6', where],
      ['An order for HP EliteBook 840 G6', where],
      ['Your receipt for HP EliteBook 840 G6', where],
      ['HP EliteBook 840 G6 is sold', where],
    ]),
  )
})

it('tells the buyer that the seller will get in touch, and where to find the order', async () => {
  const [unproven, proven] = [await signUp(shop, 'buyer'), await signUp(shop, 'buyer')]
  await proveEmail(shop.deps, proven.id)
  const laptop = await putOnSale(shop, seller)
  for (const { email, token } of [unproven, proven]) {
    await shop.call('POST', '/api/booking', {
      token,
      body: { ...BOOKING, productId: laptop },
      address: '10.8.1.2',
    })
    const text = mailsOfOrders(email)[0]?.text.join(' ')
    expect(text).toContain('The seller will see your phone number and meeting place and get in touch.')
    expect(text).toContain('The order is under My Orders.')
  }
  const buyerEmail = 'guest-to-be-called@example.com'
  const body = { ...BOOKING, productId: laptop, buyerName: 'Guest', buyerEmail }
  await shop.call('POST', '/api/booking', { body, address: '10.8.1.1' })
  expect(mailsOfOrders(buyerEmail)[0]?.text.join(' ')).toMatch(
    /The seller will see .* get in touch\..* My Orders/,
  )
})

it('mails at most ten orders per hour to one e-mail, and accepts others without a mail', async () => {
  const buyer = await signUp(shop, 'buyer')
  await proveEmail(shop.deps, buyer.id)
  const laptop = await putOnSale(shop, seller)
  for (let time = 0; time < 12; time++) {
    const id = await order(shop, buyer, laptop)
    const { body } = await shop.call('DELETE', `/api/myorders/${id}`, { token: buyer.token })
    expect(body.deletedCount).toBe(1)
  }
  expect(mailsOfOrders(buyer.email)).toHaveLength(10)
  shop.pass({ minutes: 61 })
  await order(shop, { ...buyer, token: await renewToken(shop, buyer) }, laptop)
  expect(mailsOfOrders(buyer.email)).toHaveLength(11)
})

it('mails at most ten guest orders per hour to one e-mail, without affecting its owner', async () => {
  const buyer = await signUp(shop, 'buyer')
  for (let n = 0; n < 12; n++) {
    const productId = await putOnSale(shop, seller)
    const body = { ...BOOKING, productId, buyerName: 'Guest', buyerEmail: buyer.email }
    expect((await shop.call('POST', '/api/booking', { body, address: `10.8.0.${n}` })).status).toBe(201)
  }
  expect(mailsOfOrders(buyer.email)).toHaveLength(10)
  await order(shop, buyer, await putOnSale(shop, seller))
  expect(mailsOfOrders(buyer.email)).toHaveLength(11)
})

it('mails at most five orders per hour and IP address to buyers with unconfirmed e-mails', async () => {
  const address = '10.8.2.1'
  const laptop = await putOnSale(shop, seller)
  const ordering = async ({ token, email }: Person, from = address) => {
    const body = { ...BOOKING, productId: laptop }
    expect((await shop.call('POST', '/api/booking', { token, body, address: from })).status).toBe(201)
    return mailsOfOrders(email).length
  }
  // Guests' orders do not count towards their limit.
  for (let n = 0; n < 5; n++) {
    const body = { ...BOOKING, productId: laptop, buyerName: 'Guest', buyerEmail: `beside-${n}@example.com` }
    expect((await shop.call('POST', '/api/booking', { body, address })).status).toBe(201)
  }
  for (let n = 0; n < 5; n++) expect(await ordering(await signUp(shop, 'buyer'))).toBe(1)
  expect(await ordering(await signUp(shop, 'buyer'))).toBe(0)
  expect(await ordering(await signUp(shop, 'buyer'), '10.8.2.2')).toBe(1)
  const proven = await signUp(shop, 'buyer')
  await proveEmail(shop.deps, proven.id)
  expect(await ordering(proven)).toBe(1)
  shop.pass({ minutes: 61 })
  expect(await ordering(await signUp(shop, 'buyer'))).toBe(1)
})

it('breaks links in the name of a laptop in every mail', async () => {
  const [dealer, buyer] = [await signUp(shop, 'seller'), await signUp(shop, 'buyer')]
  for (const { id } of [dealer, buyer]) await proveEmail(shop.deps, id)
  const before = shop.mails.length
  const sell = () => putOnSale(shop, dealer, { name: 'Win at evil.example/x, 15.6"' })
  const [sold, withdrawn] = [await sell(), await sell()]
  const id = await order(shop, buyer, sold)
  await order(shop, await signUp(shop, 'buyer'), sold)
  await order(shop, buyer, withdrawn)
  await shop.call('DELETE', `/api/myproduct/${withdrawn}`, { token: dealer.token })
  const { body } = await beginPayment(shop, buyer, id)
  await payByCard(shop, body.client_secret, CARD.good)
  expect((await tell(shop, buyer, id, body.client_secret)).status).toBe(200)
  const mails = shop.mails.slice(before).filter(({ subject }) => subject.includes('Win at'))
  expect(new Set(mails.map(({ subject }) => subject))).toEqual(
    new Set(
      ['Your order: …', 'An order for …', '… is no longer for sale', 'Your receipt for …']
        .concat('… is sold', '… was sold to somebody else')
        .map((said) => said.replace('…', 'Win at evil. example/x, 15.6"')),
    ),
  )
  expect(JSON.stringify(mails.map(({ text }) => text))).not.toMatch(/evil\.\S/)
})
