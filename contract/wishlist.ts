import { z } from '@hono/zod-openapi'
import { Dollars, Id, OwnEmail } from './fields.ts'
import { Product } from './products.ts'

/** Only productId is read; the rest of a product's copy is accepted and ignored, and an e-mail is one's own. */
export const NewWish = z
  .object({ productId: Id, buyerEmail: OwnEmail })
  .openapi('NewWish', { description: 'Other fields of a laptop may be sent along and are ignored.' })

/**
 * A saved laptop with its live data, and its price when it was saved. The id is left out and added again, because
 * OpenAPI would otherwise describe the extension of a whole Product by `allOf`, and not list its fields.
 */
export const Wish = Product.omit({ _id: true })
  .extend({
    _id: Id,
    productId: Id.openapi({ description: 'The laptop’s; _id is that of the saved item.' }),
    buyerEmail: z.string().openapi({ description: 'Your own.' }),
    priceWhenSaved: Dollars,
    orderId: Id.nullable().openapi({ description: 'The buyer’s order for this laptop, if there is one.' }),
    orderPrice: Dollars.nullable().openapi({
      description: 'What that order costs: the laptop’s price when it was placed.',
    }),
    paid: z.boolean().openapi({ description: 'Whether that order is paid.' }),
    withdrawn: z
      .boolean()
      .openapi({ description: 'Whether the laptop has left the shop; its status is sold then, too.' }),
  })
  .openapi('Wish')
export type Wish = z.infer<typeof Wish>
