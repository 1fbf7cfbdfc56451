import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { proveEmail } from '#server/users/prove-email.ts'
import { beginPayment, CARD, payByCard, tell } from '#tests/support/card.ts'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { order, orderAsGuest, putOnSale } from '#tests/support/laptops.ts'
import { linkTo, subjectsTo } from '#tests/support/mails.ts'
import { cookieOf, makeAdmin, PASSWORD, type Person, renewToken, signUp } from '#tests/support/people.ts'

let shop: FrontDoor
let seller: Person
let admin: Person
let count = 0
beforeAll(async () => {
  shop = await openFrontDoor()
  seller = await signUp(shop, 'seller')
  admin = await makeAdmin(shop)
})
afterAll(() => shop.close())

const newEmail = () => `guest-${++count}@example.com`

async function signUpAs(email: string, userType: 'buyer' | 'seller', emailToken?: string): Promise<Person> {
  const name = 'Greta'
  const account = await shop.call('POST', '/auth/sign-up/email', {
    body: { name, email, password: PASSWORD, emailToken },
  })
  expect(account.status).toBe(200)
  const cookie = cookieOf(account.headers)
  const { body } = await shop.call('POST', '/api/users', { cookie, body: { name, email, userType } })
  return { id: body.insertedId, name, email, cookie, token: await renewToken(shop, { email, cookie }) }
}

const confirm = async (token: string, cookie: string) =>
  (await shop.call('POST', '/auth/confirm-email', { body: { token }, cookie })).body.outcome
const ordersOf = async ({ email, token }: Person) =>
  (await shop.call('GET', `/api/bookings?email=${email}`, { token })).body.map(
    ({ _id, buyerName }: { _id: string; buyerName: string }) => ({ _id, buyerName }),
  )

type Ordered = { laptop: string; owner: Person; buyer: Person; order: string }
async function sell({ buyer, order }: Ordered): Promise<void> {
  const { client_secret } = (await beginPayment(shop, buyer, order)).body
  await payByCard(shop, client_secret, CARD.good)
  await tell(shop, buyer, order, client_secret)
}
async function takeDown({ laptop, buyer }: Ordered): Promise<void> {
  const report = { token: buyer.token, body: { productId: laptop, reason: 'Stolen.' } }
  const { body } = await shop.call('POST', '/api/reports', report)
  const decision = { decision: 'taken-down', reason: 'It is.' }
  await shop.call('PUT', `/api/reports/${body.insertedId}`, { token: admin.token, body: decision })
}
async function deleteSeller({ owner }: Ordered): Promise<void> {
  await shop.call('DELETE', `/api/user/${owner.id}`, { token: admin.token })
}

describe('an order by a guest', () => {
  it('is mailed to the typed e-mail with a link, without anything else that was typed', async () => {
    const email = newEmail()
    await orderAsGuest(shop, await putOnSale(shop, seller), { buyerEmail: email })
    const mail = shop.mails.findLast(({ to }) => to === email)
    expect(mail?.subject).toBe('Your order: HP EliteBook 840 G6')
    expect(mail?.text.join()).toContain('$449.50')
    expect(JSON.stringify(mail)).not.toMatch(/Gast|Multiplan|01700000002/)
    expect(linkTo(shop, email).page).toBe('/confirm-email')
  })

  it('with the e-mail of the buyer who pays does not tell them that somebody else has bought it', async () => {
    const [owner, buyer] = [await signUp(shop, 'seller'), await signUp(shop, 'buyer')]
    const laptop = await putOnSale(shop, owner)
    await orderAsGuest(shop, laptop, { buyerEmail: buyer.email })
    await sell({ laptop, owner, buyer, order: await order(shop, buyer, laptop) })
    expect(subjectsTo(shop, buyer.email).at(-1)).toBe('Your receipt for HP EliteBook 840 G6')
  })

  it.each([
    ['sold', 'was sold to somebody else', sell],
    ['taken down', 'is no longer for sale', takeDown],
    ['withdrawn with its deleted seller', 'is no longer for sale', deleteSeller],
  ])('for a laptop that is %s causes a mail without anything that was typed', async (_, what, happens) => {
    const [email, owner, buyer] = [newEmail(), await signUp(shop, 'seller'), await signUp(shop, 'buyer')]
    const laptop = await putOnSale(shop, owner)
    await orderAsGuest(shop, laptop, { buyerEmail: email })
    const own = await order(shop, buyer, laptop)
    const other = await signUp(shop, 'buyer', 'Olga')
    await proveEmail(shop.deps, other.id)
    await order(shop, other, laptop)
    await happens({ laptop, owner, buyer, order: own })
    const mailTo = (to: string) => shop.mails.findLast((mail) => mail.to === to)
    expect(mailTo(email)?.subject).toBe(`HP EliteBook 840 G6 ${what}`)
    expect(JSON.stringify(mailTo(email))).not.toMatch(/Gast|Multiplan|My Orders|dashboard/)
    expect(mailTo(other.email)?.text).toEqual(
      expect.arrayContaining(['Hello Olga,', expect.stringContaining('My Orders')]),
    )
  })

  it('is hidden until the e-mail is confirmed, and belongs to the buyer after the mailed link', async () => {
    const email = newEmail()
    const id = await orderAsGuest(shop, await putOnSale(shop, seller), { buyerEmail: email })
    const { token } = linkTo(shop, email)
    const person = await signUpAs(email, 'buyer')
    expect(await ordersOf(person)).toEqual([])
    expect(await confirm(token, person.cookie)).toBe('confirmed')
    expect(await ordersOf(person)).toEqual([{ _id: id, buyerName: 'Greta' }])
    const intent = await shop.call('POST', '/api/create-payment-intent', {
      token: person.token,
      body: { price: 449.5, bookingId: id },
    })
    expect(intent.status).toBe(200)
  })

  it('belongs to the buyer at once after a sign-up by its link, without another mail', async () => {
    const email = newEmail()
    const id = await orderAsGuest(shop, await putOnSale(shop, seller), { buyerEmail: email })
    const { token } = linkTo(shop, email)
    expect((await shop.call('POST', '/auth/confirm-email', { body: { token } })).body).toEqual({
      email,
      outcome: 'sign-up',
    })
    const person = await signUpAs(email, 'buyer', token)
    expect(await ordersOf(person)).toEqual([{ _id: id, buyerName: 'Greta' }])
    expect(subjectsTo(shop, email)).toEqual(['Your order: HP EliteBook 840 G6'])
    expect(await confirm(token, person.cookie)).toBe('confirmed')
  })

  it('is reported to the seller with the name of the account once paid, not the typed name', async () => {
    const [email, owner] = [newEmail(), await signUp(shop, 'seller')]
    await proveEmail(shop.deps, owner.id)
    const laptop = await putOnSale(shop, owner)
    const id = await orderAsGuest(shop, laptop, { buyerEmail: email })
    const buyer = await signUpAs(email, 'buyer', linkTo(shop, email).token)
    await sell({ laptop, owner, buyer, order: id })
    const mail = shop.mails.findLast(({ to }) => to === owner.email)
    expect(mail?.text.join()).toMatch(/Greta.* has paid/)
    expect(mail?.text.join()).not.toMatch(/Gast/)
  })

  it('cannot be obtained by a sign-up with another person’s link', async () => {
    const [email, other] = [newEmail(), newEmail()]
    await orderAsGuest(shop, await putOnSale(shop, seller), { buyerEmail: email })
    const person = await signUpAs(other, 'buyer', linkTo(shop, email).token)
    expect(await ordersOf(person)).toEqual([])
    expect(subjectsTo(shop, other)).toEqual(['Confirm your e-mail address'])
  })

  it('belongs to the buyer after the mail that confirms the sign-up', async () => {
    const email = newEmail()
    const id = await orderAsGuest(shop, await putOnSale(shop, seller), { buyerEmail: email })
    const person = await signUpAs(email, 'buyer')
    await confirm(linkTo(shop, email).token, person.cookie)
    expect(await ordersOf(person)).toEqual([{ _id: id, buyerName: 'Greta' }])
  })

  it('belongs to the buyer after a password reset', async () => {
    const email = newEmail()
    const id = await orderAsGuest(shop, await putOnSale(shop, seller), { buyerEmail: email })
    await signUpAs(email, 'buyer')
    await shop.call('POST', '/auth/request-password-reset', { body: { email } })
    const newPassword = 'another good password'
    await shop.call('POST', '/auth/reset-password', {
      body: { token: linkTo(shop, email).token, newPassword },
    })
    const again = await shop.call('POST', '/auth/sign-in/email', { body: { email, password: newPassword } })
    const token = await renewToken(shop, { email, cookie: cookieOf(again.headers) })
    const { body } = await shop.call('GET', `/api/bookings?email=${email}`, { token })
    expect(body.map(({ _id }: { _id: string }) => _id)).toEqual([id])
  })

  it('belongs to the buyer when the e-mail was confirmed before a role was chosen', async () => {
    const email = newEmail()
    const id = await orderAsGuest(shop, await putOnSale(shop, seller), { buyerEmail: email })
    const body = { name: 'Greta', email, password: PASSWORD }
    const account = await shop.call('POST', '/auth/sign-up/email', { body })
    const cookie = cookieOf(account.headers)
    const [{ id: userId }] = await shop.sql('select id from users where email = $1', [email])
    await proveEmail(shop.deps, userId)
    await shop.call('POST', '/api/users', { cookie, body: { name: 'Greta', email, userType: 'buyer' } })
    const token = await renewToken(shop, { email, cookie })
    expect(await ordersOf({ id: userId, name: 'Greta', email, cookie, token })).toEqual([
      { _id: id, buyerName: 'Greta' },
    ])
  })

  it('is replaced by the buyer’s own order for the same laptop', async () => {
    const email = newEmail()
    const laptop = await putOnSale(shop, seller)
    await orderAsGuest(shop, laptop, { buyerEmail: email })
    const { token } = linkTo(shop, email)
    const person = await signUpAs(email, 'buyer')
    const own = await order(shop, person, laptop)
    await confirm(token, person.cookie)
    expect(await ordersOf(person)).toEqual([{ _id: own, buyerName: 'Greta' }])
    expect(await shop.sql('select id from orders where buyer_email = $1', [email])).toEqual([{ id: own }])
  })

  it('stays with the guest when the e-mail belongs to a seller', async () => {
    const email = newEmail()
    const id = await orderAsGuest(shop, await putOnSale(shop, seller), { buyerEmail: email })
    const { token } = linkTo(shop, email)
    const person = await signUpAs(email, 'seller')
    expect(await confirm(token, person.cookie)).toBe('confirmed')
    expect(await shop.sql('select id, buyer_id from orders where buyer_email = $1', [email])).toEqual([
      { id, buyer_id: null },
    ])
  })

  it('is not passed on to a later account with the same e-mail once it is paid', async () => {
    const email = newEmail()
    const id = await orderAsGuest(shop, await putOnSale(shop, seller), { buyerEmail: email })
    await shop.sql(`update orders set state = 'paid', paid_at = now() where id = $1`, [id])
    const person = await signUpAs(email, 'buyer', linkTo(shop, email).token)
    expect(await ordersOf(person)).toEqual([])
  })
})

it('a guest order never reaches an account that a stranger created with the e-mail before', async () => {
  const email = newEmail()
  const stranger = await signUpAs(email, 'buyer')
  const id = await orderAsGuest(shop, await putOnSale(shop, seller), { buyerEmail: email })
  const { token } = linkTo(shop, email)
  // The owner follows the link: they are not signed in, and their click alone changes nothing.
  expect((await shop.call('POST', '/auth/confirm-email', { body: { token } })).body.outcome).toBe('sign-in')
  expect(await ordersOf(stranger)).toEqual([])
  // They get the account by mail; the stranger is signed out, and has never seen the order.
  await shop.call('POST', '/auth/request-password-reset', { body: { email } })
  const newPassword = 'the owner’s own password'
  const reset = { token: linkTo(shop, email).token, newPassword }
  expect((await shop.call('POST', '/auth/reset-password', { body: reset })).status).toBe(200)
  expect((await shop.call('GET', '/api/sessions', { token: stranger.token })).status).toBe(401)
  const jwt = await shop.call('POST', '/api/jwt', { cookie: stranger.cookie, body: { email } })
  expect(jwt.status).toBe(401)
  const guess = await shop.call('POST', '/auth/sign-in/email', { body: { email, password: PASSWORD } })
  expect(guess.status).toBe(401)
  const owner = await shop.call('POST', '/auth/sign-in/email', { body: { email, password: newPassword } })
  const cookie = cookieOf(owner.headers)
  const mine = { ...stranger, cookie, token: await renewToken(shop, { email, cookie }) }
  expect(await ordersOf(mine)).toEqual([{ _id: id, buyerName: 'Greta' }])
})

it('the link of a guest order is valid for thirty days', async () => {
  const email = newEmail()
  await orderAsGuest(shop, await putOnSale(shop, seller), { buyerEmail: email })
  const { token } = linkTo(shop, email)
  const follow = () => shop.call('POST', '/auth/confirm-email', { body: { token } })
  shop.pass({ minutes: 30 * 24 * 60 - 1 })
  expect(await follow()).toMatchObject({ status: 200, body: { email, outcome: 'sign-up' } })
  shop.pass({ minutes: 1 })
  expect((await follow()).status).toBe(400)
})
