import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { expect } from 'vitest'
import { queriesOn } from '#server/database/with-transaction.ts'
import { issueMailedToken } from '#server/sign-in/mailed-tokens.ts'
import { plain } from '#tests/images/files.ts'
import { upload } from '#tests/images/upload.ts'
import { beginPayment, CARD, payByCard, tell } from '#tests/support/card.ts'
import type { Answer, FrontDoor } from '#tests/support/front-door.ts'
import { BOOKING, order, putOnSale } from '#tests/support/laptops.ts'
import { PASSWORD, type Person, signUp } from '#tests/support/people.ts'
import type { Journal } from './journal.ts'

type Scene = {
  shop: FrontDoor
  pool: pg.Pool
  seller: Person
  buyer: Person
  admin: Person
  journal: Journal
}

/**
 * What is interrupted at a kill point: `act` runs while the process is armed, and may get no answer; `again` is what a
 * client without an answer does once the shop is back, and expects that it succeeds.
 */
type Interrupted = { act(): Promise<unknown>; again(): Promise<void> }

type Prepare = (scene: Scene) => Promise<Interrupted>

const beginning: Prepare = async ({ shop, seller, buyer, journal }) => {
  const id = await order(shop, buyer, await putOnSale(shop, seller))
  journal.orders.push(id)
  return {
    act: () => beginPayment(shop, buyer, id),
    again: async () => {
      const { status, body } = await beginPayment(shop, buyer, id)
      expect(status, 'a payment that is begun again').toBe(200)
      await payByCard(shop, body.client_secret, CARD.good)
      expect((await tell(shop, buyer, id, body.client_secret)).status, 'its end').toBe(200)
    },
  }
}

const paying: Prepare = async ({ shop, seller, buyer, journal }) => {
  const id = await order(shop, buyer, await putOnSale(shop, seller))
  journal.orders.push(id)
  const { body } = await beginPayment(shop, buyer, id)
  return {
    // The event may arrive, and end the process, before the answer.
    act: () => payByCard(shop, body.client_secret, CARD.good).catch(() => undefined),
    again: () => expectPaidByItself(shop, id),
  }
}

/** Nobody does anything: the provider sends its event again, once it gives up waiting for the first answer. */
async function expectPaidByItself(shop: FrontDoor, id: string): Promise<void> {
  await shop.sql(`update sandbox_stripe.events set claimed_until = null where done_at is null`)
  const state = async () => (await shop.sql('select state from orders where id = $1', [id]))[0]?.state
  await expect.poll(state, { timeout: 30_000 }).toBe('paid')
}

const telling: Prepare = async ({ shop, seller, buyer, journal }) => {
  const id = await order(shop, buyer, await putOnSale(shop, seller))
  journal.orders.push(id)
  const { body } = await beginPayment(shop, buyer, id)
  return {
    async act() {
      // The page shall be the first to tell the shop.
      await withEventsLate(shop, () => payByCard(shop, body.client_secret, CARD.good))
      return tell(shop, buyer, id, body.client_secret)
    },
    again: async () => {
      expect((await tell(shop, buyer, id, body.client_secret)).status, 'told again').toBe(200)
      await shop.sql(`update sandbox_stripe.events set next_attempt_at = now() where done_at is null`)
    },
  }
}

async function withEventsLate(shop: FrontDoor, work: () => Promise<unknown>): Promise<void> {
  await shop.sql(`create or replace function delay_event() returns trigger language plpgsql as
    $$ begin new.next_attempt_at := now() + interval '1 hour'; return new; end $$`)
  await shop.sql(`create or replace trigger late before insert on sandbox_stripe.events
    for each row execute function delay_event()`)
  await work()
  await shop.sql('drop trigger late on sandbox_stripe.events')
}

const uploading: Prepare = async ({ shop, seller, journal }) => {
  const file = await plain('jpeg', 400, 300)
  const send = () => upload(shop, file, { purpose: 'product', token: seller.token })
  return {
    act: () => send().catch(() => undefined),
    again: async () => {
      const { status, body } = await send()
      expect(status, 'an upload that is sent again').toBe(201)
      journal.images.push(body.data.url.split('/').at(-1))
      const shown = await shop.call('GET', `${body.data.url}?w=320`)
      expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp'])
    },
  }
}

const signIn = (shop: FrontDoor, email: string, password: string): Promise<Answer> =>
  shop.call('POST', '/auth/sign-in/email', { body: { email, password } })

const signingUp: Prepare = async ({ shop, journal }) => {
  const email = `new-${randomBytes(6).toString('hex')}@example.com`
  const body = { name: 'Ada', email, password: PASSWORD }
  return {
    act: () => shop.call('POST', '/auth/sign-up/email', { body }),
    again: async () => {
      const { status } = await shop.call('POST', '/auth/sign-up/email', { body })
      expect([200, 422], 'a sign-up that is sent again').toContain(status)
      const signedIn = await signIn(shop, email, PASSWORD)
      expect(signedIn.status, 'signing in after it').toBe(200)
      journal.users.push(signedIn.body.user.id)
    },
  }
}

const resetting: Prepare = async ({ shop, pool }) => {
  const person = await signUp(shop, 'buyer')
  const db = queriesOn(pool)
  const about = { purpose: 'reset-password', about: person.id, minutes: 30 } as const
  const token = await issueMailedToken(db, about, new Date())
  const newPassword = 'another good long password'
  const reset = () => shop.call('POST', '/auth/reset-password', { body: { token, newPassword } })
  return {
    act: reset,
    again: async () => {
      // Either unused or used completely: the old password is valid exactly as long as the link is.
      const old = await signIn(shop, person.email, PASSWORD)
      const { status } = await reset()
      expect([old.status, status]).toEqual(status === 200 ? [200, 200] : [401, 400])
      expect((await signIn(shop, person.email, newPassword)).status).toBe(200)
      const { cookie } = person
      expect((await shop.call('GET', '/auth/get-session', { cookie })).body, 'the session before').toBe(
        'null',
      )
    },
  }
}

const deleting: Prepare = async ({ shop, seller, admin }) => {
  const person = await signUp(shop, 'buyer')
  const productId = await putOnSale(shop, seller)
  await order(shop, person, productId)
  await shop.call('POST', '/api/wishlist', { token: person.token, body: { productId } })
  const call = () => shop.call('DELETE', `/api/user/${person.id}`, { token: admin.token })
  const left = () =>
    shop.sql(
      `select (select count(*) from users where id = $1)::int as person,
        (select count(*) from wishlist where buyer_id = $1)::int as wishes,
        (select count(*) from orders where buyer_id = $1)::int as orders,
        (select count(*) from sessions where user_id = $1)::int as sessions`,
      [person.id],
    )
  return {
    act: call,
    again: async () => {
      const [before] = await left()
      expect(before).toEqual(
        before?.person === 1
          ? { person: 1, wishes: 1, orders: 1, sessions: 1 }
          : { person: 0, wishes: 0, orders: 0, sessions: 0 },
      )
      expect((await call()).status).toBe(before?.person === 1 ? 200 : 404)
      expect(await left()).toEqual([{ person: 0, wishes: 0, orders: 0, sessions: 0 }])
    },
  }
}

/** Whether its mail comes is checked after all rounds: it may take half a minute. */
const mailing: Prepare = async ({ shop, seller, buyer, journal }) => {
  const productId = await putOnSale(shop, seller)
  return {
    async act() {
      const { status, body } = await shop.call('POST', '/api/booking', {
        token: buyer.token,
        body: { ...BOOKING, productId },
      })
      // An earlier mail that is sent at that moment may end the process first.
      if (status === 201) journal.orders.push(body.insertedId)
    },
    async again() {},
  }
}

/** By the number of the kill point. */
export const INTERRUPTED: readonly Prepare[] = [
  ...[beginning, beginning, beginning, beginning],
  ...[paying, paying, paying, paying, telling],
  ...[uploading, uploading, uploading, signingUp, resetting, deleting, mailing],
]
