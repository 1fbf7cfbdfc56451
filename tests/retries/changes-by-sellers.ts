import { LAPTOP, uploadPicture } from '#tests/products/selling.ts'
import { putOnSale } from '#tests/support/laptops.ts'
import { asking, type Changes, count, type World } from './change.ts'

/** A change of a laptop of one's own that responds 200, and has no further effect when sent again. */
function changing(
  method: string,
  path: string,
  again: number[],
  until: string,
  { prepare, body }: { prepare?: string; body?: object } = {},
) {
  return async (world: World) => {
    const id = await putOnSale(world.shop, world.seller)
    if (prepare) await world.shop.sql(`update products set ${prepare} where id = $1`, [id])
    const audited = async () => await count(world, 'audit_events where subject = $1', [id])
    const before = await audited()
    return {
      request: asking(method, `${path}/${id}`, { token: world.seller.token }, body),
      first: 200,
      again,
      effect: async () => [
        await count(world, `products where id = $1 and ${until}`, [id]),
        (await audited()) - before <= 1,
      ],
      once: [1, true],
    }
  }
}

/** The changes by sellers. */
export const CHANGES_BY_SELLERS: Changes = {
  async 'POST /addproducts'(world) {
    const image = await uploadPicture(world.shop, world.seller)
    return {
      request: asking('POST', '/api/addproducts', { token: world.seller.token }, { ...LAPTOP, image }),
      first: 201,
      again: [200],
      effect: () => count(world, `products where '/api/images/' || image_id = $1`, [image]),
      once: 1,
    }
  },
  'PUT /productsold/{id}': changing('PUT', '/api/productsold', [200], `status = 'sold'`),
  'PUT /productavailable/{id}': changing('PUT', '/api/productavailable', [200], `status = 'available'`, {
    prepare: `status = 'sold', sold_at = now()`,
  }),
  'PUT /products/{id}': changing('PUT', '/api/products', [200], 'advertised_until is not null'),
  'PUT /productprice/{id}': changing('PUT', '/api/productprice', [200], 'current_price_cents = 40000', {
    body: { currentPrice: '400' },
  }),
  'DELETE /myproduct/{id}': changing('DELETE', '/api/myproduct', [404], 'withdrawn_at is not null'),
}
