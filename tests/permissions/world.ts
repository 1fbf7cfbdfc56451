import { randomBytes } from 'node:crypto'
import { newId } from '#server/database/ids.ts'
import { plain } from '#tests/images/files.ts'
import { uploadPicture } from '#tests/products/selling.ts'
import { beginPayment, CARD, payByCard, transactionOf } from '#tests/support/card.ts'
import { type Answer, type FrontDoor, ORIGIN, openFrontDoor, type Sent } from '#tests/support/front-door.ts'
import { putOnSale } from '#tests/support/laptops.ts'
import { makeAdmin, PASSWORD, type Person, renewToken, signUp } from '#tests/support/people.ts'

/** An id of the right form that no row has. */
export const NONE = '0198c7c5-0b7a-7cc0-8a52-6b1f6a0f7d3e'
const LAPTOP_PHONE = '01911111111'

/** A call as shop.call takes it, or with a picture in a form. */
export type Made = Sent & { method: string; path: string; picture?: Buffer }
export type World = Awaited<ReturnType<typeof openWorld>>

/**
 * A shop with two buyers, two sellers and an admin, whose every text is distinct, and functions that make things for
 * them: quickly, since each cell of a table needs its own.
 */
export async function openWorld() {
  const shop = await openFrontDoor()
  const buyer = await signUp(shop, 'buyer', 'Canary Amberley')
  const otherBuyer = await signUp(shop, 'buyer', 'Canary Bexhill')
  const seller = await signUp(shop, 'seller', 'Canary Cuckfield')
  const otherSeller = await signUp(shop, 'seller', 'Canary Ditchling')
  const made = await makeAdmin(shop)
  const admin: Person = { ...made, token: await renewToken(shop, made) }
  const people = { buyer, otherBuyer, seller, otherSeller, admin }
  const picture = await plain('jpeg', 64, 48)
  const phoneOf = (person: Person) => `0177${String(Object.values(people).indexOf(person)).repeat(7)}`
  const placeOf = (person: Person) => `Meeting place of ${person.name}`
  let calls = 0

  return {
    shop,
    ...people,
    people,
    picture,
    photo: await uploadPicture(shop, seller),
    close: () => shop.close(),
    /** A different address for each call, so that no rate limit is mistaken for a policy. */
    newAddress: () => `10.${calls >> 16}.${(calls >> 8) & 255}.${calls++ & 255}`,
    send: (made: Made): Promise<Answer> => send(shop, made),

    async laptop(of: Person = seller): Promise<string> {
      const id = await putOnSale(shop, of)
      await shop.sql('update products set phone = $2 where id = $1', [id, LAPTOP_PHONE])
      return id
    },
    /** An order as by the booking form, for a laptop of its own. */
    async order(of: Person = buyer, productId?: string): Promise<string> {
      const laptop = productId ?? (await this.laptop())
      const body = { productId: laptop, phone: phoneOf(of), location: placeOf(of) }
      const placed = await shop.call('POST', '/api/booking', { token: of.token, body })
      if (placed.status !== 201) throw new Error(`An order answered ${placed.status}.`)
      return placed.body.insertedId
    },
    async wish(of: Person = buyer): Promise<string> {
      const body = { productId: await this.laptop() }
      return (await shop.call('POST', '/api/wishlist', { token: of.token, body })).body.insertedId
    },
    async report(): Promise<string> {
      const id = newId(new Date())
      await shop.sql(`insert into reports (id, product_id, reporter_id, reason) values ($1, $2, $3, 'Odd')`, [
        id,
        await this.laptop(),
        buyer.id,
      ])
      return id
    },
    /** An order whose payment has begun. */
    async begun(of: Person = buyer): Promise<{ orderId: string; transactionId: string }> {
      const orderId = await this.order(of)
      const { body } = await beginPayment(shop, of, orderId)
      await shop.sandbox.settled()
      return { orderId, transactionId: transactionOf(body.client_secret) }
    },
    /** An order whose card was charged, with the shop told by the provider's event. */
    async charged(of: Person = buyer): Promise<{ orderId: string; transactionId: string }> {
      const orderId = await this.order(of)
      const { body } = await beginPayment(shop, of, orderId)
      await payByCard(shop, body.client_secret, CARD.good)
      await shop.sandbox.settled()
      return { orderId, transactionId: transactionOf(body.client_secret) }
    },
    /** A person who exists but never signs in. */
    async somebody(userType: 'buyer' | 'seller' | 'admin' | null): Promise<{ id: string; email: string }> {
      const [id, email] = [newId(new Date()), `canary-${randomBytes(6).toString('hex')}@example.com`]
      const insert = `insert into users (id, name, email, user_type) values ($1, 'Canary Eastbourne', $2, $3)`
      await shop.sql(insert, [id, email, userType])
      return { id, email }
    },
    /** Somebody with an account who has not yet chosen between buying and selling. */
    async undecided(name = 'Canary Fairlight'): Promise<{ name: string; email: string; cookie: string }> {
      const email = `canary-${randomBytes(6).toString('hex')}@example.com`
      const body = { name, email, password: PASSWORD }
      const { headers } = await shop.call('POST', '/auth/sign-up/email', {
        body,
        address: this.newAddress(),
      })
      return {
        name,
        email,
        cookie: headers
          .getSetCookie()
          .map((cookie) => cookie.split(';')[0])
          .join('; '),
      }
    },
    /** The url of an uploaded picture that no laptop uses yet. */
    async freshPhoto(of: Person = seller): Promise<string> {
      const id = randomBytes(16).toString('hex')
      const insert = `insert into images (id, purpose, owner_id, width, height, color) values ($1, 'product', $2, 64, 48, '#aabbcc')`
      await shop.sql(insert, [id, of.id])
      return `/api/images/${id}`
    },
    /** Every text by which somebody else could be recognised. */
    canariesFor(caller: Person | undefined): string[] {
      const others = Object.values(people).filter((person) => person !== caller)
      return [
        LAPTOP_PHONE,
        'Canary Eastbourne',
        ...others.flatMap((person) => [person.name, person.email, phoneOf(person)]),
      ]
    },
  }
}

async function send(shop: FrontDoor, { method, path, picture, ...sent }: Made): Promise<Answer> {
  if (!picture) return shop.call(method, path, sent)
  const form = new FormData()
  form.append('image', new File([new Uint8Array(picture)], 'photo.jpg', { type: 'image/jpeg' }))
  const headers = { ...(sent.token && { authorization: `Bearer ${sent.token}` }), ...sent.headers }
  const request = new Request(`${ORIGIN}${path}`, { method, headers, body: form })
  const response = await shop.app.fetch(request, sent.address ?? '127.0.0.1')
  return { status: response.status, headers: response.headers, body: await response.json() }
}
