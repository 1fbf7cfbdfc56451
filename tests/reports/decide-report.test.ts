import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { changeLaptop, DELETE, SOLD } from '#tests/products/selling.ts'
import { beginPayment, CARD, payByCard, tell } from '#tests/support/card.ts'
import { type FrontDoor, ORIGIN, openFrontDoor } from '#tests/support/front-door.ts'
import { order, putOnSale } from '#tests/support/laptops.ts'
import { makeAdmin, type Person, renewToken, signUp } from '#tests/support/people.ts'

let shop: FrontDoor
let seller: Person
let buyer: Person
let other: Person
let admin: Person
let laptop: string
beforeAll(async () => {
  shop = await openFrontDoor()
  seller = await signUp(shop, 'seller')
  buyer = await signUp(shop, 'buyer')
  other = await signUp(shop, 'buyer')
  admin = await makeAdmin(shop)
  await shop.sql('update users set email_verified = true where id = $1', [seller.id])
})
beforeEach(async () => {
  laptop = await putOnSale(shop, seller, { name: 'Dell XPS 13', advertised: true })
  await shop.sql('delete from rate_limits')
})
afterAll(() => shop.close())

async function report(who: Person, productId = laptop): Promise<string> {
  const body = { productId, reason: 'Stolen pictures.' }
  return (await shop.call('POST', '/api/reports', { token: who.token, body })).body.insertedId
}
/** Afterwards `shop.mails` holds what this decision sent. */
async function decide(id: string, decision: string, reason: unknown = 'We asked the seller.') {
  shop.mails.length = 0
  return shop.call('PUT', `/api/reports/${id}`, { token: admin.token, body: { decision, reason } })
}
const stateOf = async (id: string) =>
  (await shop.sql('select decision, decision_reason, decided_by from reports where id = $1', [id]))[0]
const isListed = async () => JSON.stringify((await shop.call('GET', '/api/products')).body).includes(laptop)
const sent = () => shop.mails.map(({ to, subject }) => [to, subject])

describe('dismissing a report', () => {
  it('decides this report only, keeps the laptop on sale, and mails the reason to the reporter', async () => {
    const [mine, theirs] = [await report(buyer), await report(other)]
    expect(await decide(mine, 'dismissed')).toMatchObject({ status: 200, body: { modifiedCount: 1 } })
    expect(await stateOf(mine)).toEqual({
      decision: 'dismissed',
      decision_reason: 'We asked the seller.',
      decided_by: admin.id,
    })
    expect(await stateOf(theirs)).toMatchObject({ decision: null })
    expect(await isListed()).toBe(true)
    expect(sent()).toEqual([[buyer.email, 'Your report on Dell XPS 13']])
    expect(shop.mails[0]?.text.join('\n')).toContain('We asked the seller.')
    expect(shop.mails[0]?.action).toEqual({ label: 'Contact Us', url: `${ORIGIN}/#contact` })
  })

  it('lets the same person report the laptop again', async () => {
    const first = await report(buyer)
    await decide(first, 'dismissed')
    const second = await report(buyer)
    expect(second).not.toBe(first)
    expect(await stateOf(second)).toMatchObject({ decision: null })
  })
})

describe('taking a laptop down', () => {
  it('withdraws it, decides its open reports, and mails seller, reporters and buyers', async () => {
    await order(shop, other, laptop)
    const [mine, theirs] = [await report(buyer), await report(other)]
    expect(await decide(mine, 'taken-down')).toMatchObject({ status: 200, body: { modifiedCount: 2 } })
    expect(await isListed()).toBe(false)
    for (const id of [mine, theirs]) expect(await stateOf(id)).toMatchObject({ decision: 'taken-down' })
    expect(sent()).toEqual([
      [seller.email, 'Dell XPS 13 was taken down'],
      ...[buyer.email, other.email].map((to) => [to, 'Your report on Dell XPS 13']),
      [other.email, 'Dell XPS 13 is no longer for sale'],
    ])
    expect(shop.mails[0]?.text.join('\n')).toContain('We asked the seller.')
    const list = await shop.call('GET', '/api/reports?state=decided', { token: admin.token })
    expect(list.body[0]).toMatchObject({ onSale: false, decision: 'taken-down', decidedBy: admin.name })
    expect(await shop.sql('select details from audit_events where subject = $1', [mine])).toEqual([
      { details: { decision: 'taken-down', productId: laptop, reports: 2 } },
    ])
  })

  it('does not name the laptop in the mail to a seller with an unconfirmed e-mail', async () => {
    await shop.sql('update users set email_verified = false where id = $1', [seller.id])
    await decide(await report(buyer), 'taken-down')
    expect(sent()).toEqual([
      [seller.email, 'One of your laptops was taken down'],
      [buyer.email, 'Your report on Dell XPS 13'],
    ])
    const [toSeller] = shop.mails
    expect(JSON.stringify(toSeller)).not.toContain('XPS')
    expect(toSeller?.text.join('\n')).toMatch(/We asked the seller.*somebody may have mistyped/s)
    await shop.sql('update users set email_verified = true where id = $1', [seller.id])
  })

  it('does not change a report that was dismissed before', async () => {
    const [mine, theirs] = [await report(buyer), await report(other)]
    await decide(theirs, 'dismissed', 'No fault of the laptop.')
    expect((await decide(mine, 'taken-down')).body.modifiedCount).toBe(1)
    expect(await stateOf(theirs)).toMatchObject({ decision_reason: 'No fault of the laptop.' })
  })

  it('prevents it from being ordered, saved, reported and paid for', async () => {
    const ordered = await order(shop, other, laptop)
    await decide(await report(buyer), 'taken-down')
    const call = (path: string, body: object) => shop.call('POST', path, { token: buyer.token, body })
    const typed = { productId: laptop, phone: '01700000002', location: 'x', reason: 'x' }
    for (const path of ['/api/booking', '/api/wishlist', '/api/reports'])
      expect((await call(path, typed)).status).toBe(404)
    expect(await beginPayment(shop, other, ordered)).toMatchObject({ status: 409 })
  })

  it('does not mail a seller who had withdrawn the laptop before', async () => {
    const id = await report(buyer)
    await shop.sql(`update products set withdrawn_at = '2026-01-01' where id = $1`, [laptop])
    expect((await decide(id, 'taken-down')).body.modifiedCount).toBe(1)
    expect(sent()).toEqual([[buyer.email, 'Your report on Dell XPS 13']])
    const [row] = await shop.sql('select withdrawn_at from products where id = $1', [laptop])
    expect(row.withdrawn_at).toEqual(new Date('2026-01-01'))
  })

  it.each([
    ['deleted', DELETE],
    ['marked as sold', SOLD],
  ])('does not mail buyers again when the seller had %s the laptop before', async (_, change) => {
    await order(shop, other, laptop)
    const id = await report(buyer)
    shop.mails.length = 0
    expect((await changeLaptop(shop, seller, change, laptop)).status).toBe(200)
    expect(sent()).toEqual([[other.email, 'Dell XPS 13 is no longer for sale']])
    expect((await decide(id, 'taken-down')).status).toBe(200)
    expect(sent().map(([to]) => to)).not.toContain(other.email)
  })

  it('cancels the payment of a buyer, who gets a mail and cannot continue', async () => {
    const id = await report(buyer)
    const ordered = await order(shop, other, laptop)
    const { body } = await beginPayment(shop, other, ordered)
    shop.mails.length = 0
    expect((await decide(id, 'taken-down')).status).toBe(200)
    expect(await isListed()).toBe(false)
    expect(sent().map(([to]) => to)).toContain(other.email)
    expect(await payByCard(shop, body.client_secret, CARD.good)).toMatchObject({ error: expect.anything() })
    expect((await beginPayment(shop, other, ordered)).body.code).toBe('laptop-not-available')
  })

  it('is refused while a payment is processing', async () => {
    const id = await report(buyer)
    const ordered = await order(shop, other, laptop)
    const { body } = await beginPayment(shop, other, ordered)
    await payByCard(shop, body.client_secret, CARD.processing)
    expect(await decide(id, 'taken-down')).toMatchObject({ status: 409, body: { code: 'laptop-held' } })
    expect(await stateOf(id)).toMatchObject({ decision: null })
    expect(await isListed()).toBe(true)
    // What the provider was at comes to its end here, and not in the next test.
    shop.pass({ minutes: 5 })
    await shop.sandbox.settled()
  })

  it('is refused while the provider cannot be asked about a payment, and can be tried again', async () => {
    const id = await report(buyer)
    const ordered = await order(shop, other, laptop)
    await beginPayment(shop, other, ordered)
    shop.sandbox.faults.set('retrieve', 'refused', 10)
    expect(await decide(id, 'taken-down')).toMatchObject({
      status: 503,
      body: { code: 'card-provider-unavailable' },
    })
    shop.sandbox.faults.clear()
    expect(await stateOf(id)).toMatchObject({ decision: null })
    expect((await decide(id, 'taken-down')).body.modifiedCount).toBe(1)
  })

  it('cancels no payment when the report was dismissed before', async () => {
    const id = await report(buyer)
    await decide(id, 'dismissed')
    const ordered = await order(shop, other, laptop)
    const { body } = await beginPayment(shop, other, ordered)
    expect((await decide(id, 'taken-down')).body.code).toBe('already-decided')
    expect((await beginPayment(shop, other, ordered)).body.client_secret).toBe(body.client_secret)
  })

  it('is refused once the laptop is paid for', async () => {
    const id = await report(buyer)
    const ordered = await order(shop, other, laptop)
    const { body } = await beginPayment(shop, other, ordered)
    await payByCard(shop, body.client_secret, CARD.good)
    await tell(shop, other, ordered, body.client_secret)
    expect(await decide(id, 'taken-down')).toMatchObject({ status: 409, body: { code: 'already-paid' } })
    expect((await decide(id, 'dismissed')).status).toBe(200)
  })
})

describe('a decided report', () => {
  it('is not decided again: the same decision changes nothing, and another one gets a 409', async () => {
    const id = await report(buyer)
    expect((await decide(id, 'dismissed', 'The first reason.')).body.reasonCounts).toBe(true)
    for (const [reason, reasonCounts] of [
      ['The second reason.', false],
      ['The first reason.', true],
    ] as const)
      expect((await decide(id, 'dismissed', reason)).body).toMatchObject({ modifiedCount: 0, reasonCounts })
    expect(shop.mails).toEqual([])
    expect(await decide(id, 'taken-down')).toMatchObject({ status: 409, body: { code: 'already-decided' } })
    expect(await stateOf(id)).toMatchObject({ decision: 'dismissed', decision_reason: 'The first reason.' })
    expect(await isListed()).toBe(true)
    expect(shop.mails).toEqual([])
  })

  it('is decided once when two admins decide concurrently', async () => {
    const id = await report(buyer)
    const answers = await Promise.all([decide(id, 'dismissed'), decide(id, 'taken-down')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const { decision } = await stateOf(id)
    expect(await isListed()).toBe(decision === 'dismissed')
  })
})

it('a decision responds 404 for an unknown report and 400 without a reason', async () => {
  for (const id of ['0198c7c5-0b7a-7cc0-8a52-6b1f6a0f7d3e', 'x'])
    expect((await decide(id, 'dismissed')).status).toBe(404)
  const id = await report(buyer)
  expect(await decide(id, 'dismissed', ' ')).toMatchObject({
    status: 400,
    body: { errors: [{ pointer: '/reason' }] },
  })
  expect((await decide(id, 'deleted')).status).toBe(400)
  expect(await stateOf(id)).toMatchObject({ decision: null })
})

it('a decision sends no mail to a reporter whose account was deleted', async () => {
  const leaving = await signUp(shop, 'buyer')
  const id = await report(leaving)
  await shop.sql('update reports set reporter_id = null where id = $1', [id])
  admin = { ...admin, token: await renewToken(shop, admin) }
  expect((await decide(id, 'dismissed')).body.modifiedCount).toBe(1)
  expect(shop.mails).toEqual([])
})
