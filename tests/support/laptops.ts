import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { newId } from '#server/database/ids.ts'
import type { FrontDoor } from './front-door.ts'
import type { Person } from './people.ts'

type Laptop = {
  name?: string
  brand?: 'hp' | 'dell' | 'walton'
  price?: number
  advertised?: boolean
  published?: Date
}

/** A laptop on sale. Its picture is only a row: tests of pictures make real ones. */
export async function putOnSale(
  shop: Pick<FrontDoor, 'sql'> & { deps: Pick<FrontDoor['deps'], 'clock'> },
  seller: Pick<Person, 'id'>,
  laptop: Laptop = {},
): Promise<string> {
  const now = shop.deps.clock()
  const id = newId(now)
  const imageId = randomBytes(16).toString('hex')
  const {
    name = 'HP EliteBook 840 G6',
    brand = 'hp',
    price = 449.5,
    advertised = false,
    published = now,
  } = laptop
  await shop.sql(
    `insert into images (id, purpose, owner_id, width, height, color) values ($1, 'product', $2, 1280, 960, '#aabbcc')`,
    [imageId, seller.id],
  )
  await shop.sql(
    `insert into products (id, seller_id, brand_id, name, original_price_cents, current_price_cents, condition,
       purchase_year, purchase_months, phone, location, image_id, description, advertised_until, published_at)
     values ($1, $2, $3, $4, $5, $6, 'Good', '1Y 2M', 14, '01700000001', 'IDB Bhaban, Agargaon', $7, $8, $9, $10)`,
    [
      id,
      seller.id,
      brand,
      name,
      Math.round(price * 200),
      Math.round(price * 100),
      imageId,
      'A laptop for tests. '.repeat(10),
      advertised ? new Date(now.getTime() + 86_400_000) : null,
      published,
    ],
  )
  return id
}

/** What a buyer types into the booking form. */
export const BOOKING = { phone: '01700000002', location: 'Multiplan Center, Elephant Road' }

/** Places a buyer's order for a laptop; returns its id. */
export async function order(shop: FrontDoor, buyer: Person, productId: string): Promise<string> {
  const { body } = await shop.call('POST', '/api/booking', {
    token: buyer.token,
    body: { ...BOOKING, productId },
  })
  return body.insertedId
}

/** The same in a transaction that a test keeps open, so that nobody sees the order yet. */
export async function orderUnseen(
  transaction: pg.PoolClient,
  { id, email }: Pick<Person, 'id' | 'email'>,
  productId: string,
): Promise<string> {
  const orderId = newId(new Date())
  await transaction.query(
    `insert into orders (id, product_id, seller_id, buyer_id, buyer_name, buyer_email, phone, location,
       product_name, image_id, price_cents)
     select $1, id, seller_id, $2, 'x', $3, '01700000002', 'x', name, image_id, 44950 from products where id = $4`,
    [orderId, id, email, productId],
  )
  return orderId
}

type Guest = { buyerName?: string; buyerEmail?: string; location?: string; phone?: string }
let guests = 0

/** An order by somebody without an account, each from a different network; returns its id. */
export async function orderAsGuest(shop: FrontDoor, productId: string, typed: Guest = {}): Promise<string> {
  guests += 1
  const { body, status } = await shop.call('POST', '/api/booking', {
    body: { ...BOOKING, buyerName: 'Gast', buyerEmail: 'gast@example.com', ...typed, productId },
    address: `10.3.${guests >> 8}.${guests & 255}`,
  })
  if (status !== 201) throw new Error(`A guest's order was refused: ${JSON.stringify(body)}`)
  return body.insertedId
}
