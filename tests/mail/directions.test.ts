import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { mailHtml } from '#server/outside/mail.ts'
import { proveEmail } from '#server/users/prove-email.ts'
import { changeLaptop, SOLD } from '#tests/products/selling.ts'
import { beginPayment, CARD, payByCard, tell } from '#tests/support/card.ts'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { BOOKING, order, orderAsGuest, putOnSale } from '#tests/support/laptops.ts'
import { makeAdmin, type Person, signUp } from '#tests/support/people.ts'

/* Right-to-left names, places and reasons do not affect the order of a mail's sentences. */

const LAPTOP = 'لابتوب HP 840'
const PLACE = 'شارع Elephant'
const REASON = 'صورة قديمة, من 2019'

let shop: FrontDoor
let seller: Person
let buyer: Person
let laptop: string
beforeAll(async () => {
  shop = await openFrontDoor()
  seller = await signUp(shop, 'seller', 'نبيلة')
  buyer = await signUp(shop, 'buyer', 'أحمد')
  for (const { id } of [seller, buyer]) await proveEmail(shop.deps, id)
})
beforeEach(async () => {
  laptop = await putOnSale(shop, seller, { name: LAPTOP })
  shop.mails.length = 0
})
afterAll(() => shop.close())

const linesOf = () => shop.mails.flatMap(({ subject, text }) => [subject, ...text])

/** The mails contain all of these, each between the marks of an isolate, and right-to-left letters nowhere else. */
function expectIsolated(...typed: string[]): void {
  const lines = linesOf()
  for (const one of typed) expect(lines.join('\n')).toContain(`\u2068${one}\u2069`)
  for (const line of lines)
    expect(line.replaceAll(/\u2068[^\u2069]*\u2069/g, '')).not.toMatch(/\p{Script=Arabic}/u)
}

const orderAt = (location: string) =>
  shop.call('POST', '/api/booking', { token: buyer.token, body: { ...BOOKING, location, productId: laptop } })

it('order mails isolate right-to-left text, with the price after the laptop', async () => {
  await orderAt(PLACE)
  await orderAsGuest(shop, laptop, { buyerName: 'ضيف', location: PLACE })
  expect(linesOf().join('\n')).toContain(`You have ordered \u2068${LAPTOP}\u2069 for $449.50.`)
  expectIsolated(LAPTOP, PLACE, 'أحمد', 'نبيلة', 'ضيف')
})

it('sale mails to the buyer, the seller and other buyers isolate right-to-left text', async () => {
  await orderAsGuest(shop, laptop)
  const { body } = await orderAt(PLACE)
  const { body: begun } = await beginPayment(shop, buyer, body.insertedId)
  await payByCard(shop, begun.client_secret, CARD.good)
  expect((await tell(shop, buyer, body.insertedId, begun.client_secret)).status).toBe(200)
  expect(linesOf().join('\n')).toContain('was sold to somebody else')
  expectIsolated(LAPTOP, PLACE, 'أحمد', 'نبيلة')
})

it('mails about a laptop marked as sold isolate its right-to-left name', async () => {
  await order(shop, buyer, laptop)
  await changeLaptop(shop, seller, SOLD, laptop)
  expect(linesOf().join('\n')).toContain('marked it as sold')
  expectIsolated(LAPTOP)
})

it.each(['dismissed', 'taken-down'])(
  'mails about a report that is %s isolate its right-to-left reason',
  async (decision) => {
    const admin = await makeAdmin(shop)
    const reported = { productId: laptop, reason: 'Stolen pictures.' }
    const { body } = await shop.call('POST', '/api/reports', { token: buyer.token, body: reported })
    const decided = { decision, reason: REASON }
    shop.mails.length = 0
    await shop.call('PUT', `/api/reports/${body.insertedId}`, { token: admin.token, body: decided })
    expectIsolated(LAPTOP, REASON)
  },
)

it('a contact mail isolates subject and name, and sets the direction of each paragraph', async () => {
  const body = { name: 'زائر', email: 'visitor@example.com', subject: 'سؤال 24', message: 'مرحبا, 450' }
  await shop.call('POST', '/api/contact', { body })
  const [mail] = shop.mails
  expect(mail?.subject).toBe('Contact Us: \u2068سؤال 24\u2069')
  expect(mail?.text[0]).toBe('\u2068زائر\u2069 (visitor@example.com) wrote:')
  const html = mail ? await mailHtml(mail) : ''
  expect(html).toContain('<html lang="en" dir="ltr">')
  expect(html).toMatch(/<p style="[^"]*unicode-bidi:plaintext[^"]*">مرحبا, 450<\/p>/)
})
