import { plain } from '#tests/images/files.ts'
import { upload } from '#tests/images/upload.ts'
import type { FrontDoor } from '#tests/support/front-door.ts'
import type { Person } from '#tests/support/people.ts'

/** Uploads a seller's picture for a laptop; returns its URL. */
export async function uploadPicture(shop: FrontDoor, seller: Person): Promise<string> {
  const { status, body } = await upload(shop, await plain('jpeg', 64, 48), {
    purpose: 'product',
    token: seller.token,
  })
  if (status !== 201) throw new Error(`The upload answered ${status}: ${JSON.stringify(body)}`)
  return body.data.url
}

/** What a seller types into the Add Products form. */
export const LAPTOP = {
  name: 'HP ProBook 450 G7',
  brand: 'hp',
  originalPrice: '899',
  currentPrice: '449.50',
  condition: 'Good',
  purchaseYear: '1Y 2M',
  phone: '01712345678',
  location: 'IDB Bhaban, Agargaon',
  description: 'Light wear, battery 81 %.',
}

/** The calls that change a laptop of one's own. */
export const SOLD = ['PUT', '/api/productsold'] as const
export const AVAILABLE = ['PUT', '/api/productavailable'] as const
export const BOOST = ['PUT', '/api/products'] as const
export const DELETE = ['DELETE', '/api/myproduct'] as const
/** Another price than that of a laptop which a test puts on sale. */
export const PRICE = ['PUT', '/api/productprice', { currentPrice: '400' }] as const
export type Change = readonly [method: 'PUT' | 'DELETE', path: string, body?: object]

export const changeLaptop = (shop: FrontDoor, { token }: Person, [method, path, body]: Change, id: string) =>
  shop.call(method, `${path}/${id}`, { token, ...(body && { body }) })
