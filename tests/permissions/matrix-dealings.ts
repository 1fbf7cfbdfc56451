import { LAPTOP } from '#tests/products/selling.ts'
import { BOOKING } from '#tests/support/laptops.ts'
import type { Row } from './row.ts'
import { NONE } from './world.ts'

const ownLaptop: Row['expects'] = [401, 403, 403, 200, 404, 403]
const ownOrder: Row['expects'] = [401, 200, 404, 404, 404, 404]
const ownThing: Row['expects'] = [401, 200, 404, 403, 403, 403]
const ofBuyer: Row['expects'] = [401, 200, 403, 403, 403, 403]
const ofSeller: Row['expects'] = [401, 403, 403, 200, 403, 403]

/** The body of the calls that change a laptop: a price for one of them, nothing for the others. */
const changeOf = (call: string, id: string) => ({
  path: `/api${call.split(' ')[1]?.replace('{id}', id)}`,
  ...(call.includes('productprice') && { body: { currentPrice: '400' } }),
})
const onLaptop = (call: string): Row => ({
  call,
  by: 'bearer',
  expects: ownLaptop,
  ask: async (world, { seller }) => changeOf(call, await world.laptop(seller)),
})

/** Selling, ordering, saving and paying. */
export const DEALING_ROWS: Row[] = [
  {
    call: 'POST /addproducts',
    by: 'bearer',
    expects: [401, 403, 403, 201, 403, 403],
    ask: async (world, { named, seller }) => ({
      path: '/api/addproducts',
      body: { ...LAPTOP, image: await world.freshPhoto(seller), sellerEmail: named.email },
    }),
  },
  {
    call: 'POST /addproducts',
    variant: 'with somebody else’s picture',
    by: 'bearer',
    expects: [401, 403, undefined, 400, undefined, 403],
    ask: async (world) => ({
      path: '/api/addproducts',
      body: { ...LAPTOP, image: await world.freshPhoto(world.otherSeller) },
    }),
  },
  {
    call: 'GET /myproduct',
    by: 'bearer',
    expects: ofSeller,
    ask: (_world, { named }) => ({ path: `/api/myproduct?email=${named.email}` }),
  },
  onLaptop('PUT /productsold/{id}'),
  onLaptop('PUT /productavailable/{id}'),
  onLaptop('PUT /products/{id}'),
  onLaptop('PUT /productprice/{id}'),
  onLaptop('DELETE /myproduct/{id}'),
  ...[
    'PUT /productsold',
    'PUT /productavailable',
    'PUT /products',
    'PUT /productprice',
    'DELETE /myproduct',
  ].map(
    (call): Row => ({
      call: `${call}/{id}`,
      variant: 'of an unknown laptop',
      by: 'bearer',
      expects: [401, 403, undefined, 404, undefined, 403],
      ask: () => changeOf(`${call}/{id}`, NONE),
    }),
  ),
  ...['PUT /productavailable', 'PUT /productprice', 'DELETE /myproduct', 'PUT /products'].map(
    (call): Row => ({
      call: `${call}/{id}`,
      variant: 'of a paid laptop',
      by: 'bearer',
      expects: [401, 403, undefined, 409, 404, 403],
      ask: async (world, { seller }) => {
        const id = await world.laptop(seller)
        const order = await world.order(world.buyer, id)
        await world.shop.sql(`update orders set state = 'paid', paid_at = now() where id = $1`, [order])
        await world.shop.sql(`update products set status = 'sold', sold_at = now() where id = $1`, [id])
        return changeOf(`${call}/{id}`, id)
      },
    }),
  ),
  {
    call: 'PUT /productprice/{id}',
    variant: 'above the original price',
    by: 'bearer',
    expects: [401, 403, undefined, 400, 404, 403],
    ask: async (world, { seller }) => ({
      path: `/api/productprice/${await world.laptop(seller)}`,
      body: { currentPrice: '999999.99' },
    }),
  },
  {
    call: 'GET /mybuyers/{email}',
    by: 'bearer',
    expects: ofSeller,
    ask: (_world, { named }) => ({ path: `/api/mybuyers/${named.email}` }),
  },
  {
    call: 'POST /booking',
    by: 'bearer',
    expects: [201, 201, 403, 403, 403, 403],
    ask: async (world, { caller, named }) => ({
      path: '/api/booking',
      body: {
        ...BOOKING,
        productId: await world.laptop(),
        buyerName: 'Visitor',
        buyerEmail: caller ? named.email : 'visitor@example.com',
      },
    }),
  },
  {
    call: 'POST /booking',
    variant: 'of an unknown laptop',
    by: 'bearer',
    expects: [404, 404, undefined, 403, undefined, 403],
    ask: (_world, { caller }) => ({
      path: '/api/booking',
      body: {
        ...BOOKING,
        productId: NONE,
        ...(!caller && { buyerName: 'Visitor', buyerEmail: 'visitor@example.com' }),
      },
    }),
  },
  {
    call: 'GET /bookings',
    by: 'bearer',
    expects: ofBuyer,
    ask: (_world, { named }) => ({ path: `/api/bookings?email=${named.email}` }),
  },
  {
    call: 'GET /booking/{id}',
    by: 'bearer',
    expects: ownOrder,
    ask: async (world, { buyer, seller }) => ({
      path: `/api/booking/${await world.order(buyer, await world.laptop(seller))}`,
    }),
  },
  {
    call: 'DELETE /myorders/{id}',
    by: 'bearer',
    expects: ownThing,
    ask: async (world, { buyer }) => ({ path: `/api/myorders/${await world.order(buyer)}` }),
  },
  {
    call: 'DELETE /myorders/{id}',
    variant: 'of a paid order',
    by: 'bearer',
    expects: [401, 409, 404, 403, 403, 403],
    ask: async (world, { buyer }) => {
      const id = await world.order(buyer)
      await world.shop.sql(`update orders set state = 'paid', paid_at = now() where id = $1`, [id])
      return { path: `/api/myorders/${id}` }
    },
  },
  {
    call: 'POST /wishlist',
    by: 'bearer',
    expects: [401, 201, 403, 403, 403, 403],
    ask: async (world, { named }) => ({
      path: '/api/wishlist',
      body: { productId: await world.laptop(), buyerEmail: named.email },
    }),
  },
  {
    call: 'GET /wishlist',
    by: 'bearer',
    expects: ofBuyer,
    ask: (_world, { named }) => ({ path: `/api/wishlist?email=${named.email}` }),
  },
  {
    call: 'DELETE /mywishlist/{id}',
    by: 'bearer',
    expects: ownThing,
    ask: async (world, { buyer }) => ({ path: `/api/mywishlist/${await world.wish(buyer)}` }),
  },
  {
    call: 'POST /create-payment-intent',
    by: 'bearer',
    expects: ownOrder,
    ask: async (world, { buyer }) => ({
      path: '/api/create-payment-intent',
      body: { price: 449.5, bookingId: await world.order(buyer) },
    }),
  },
  {
    call: 'POST /create-payment-intent',
    variant: 'at another price',
    by: 'bearer',
    expects: [401, 409, 404, 404, 404, 404],
    ask: async (world, { buyer }) => ({
      path: '/api/create-payment-intent',
      body: { price: 1, bookingId: await world.order(buyer) },
    }),
  },
  {
    call: 'POST /paymentinfo',
    by: 'bearer',
    expects: ownOrder,
    ask: async (world, { buyer }) => {
      const { orderId, transactionId } = await world.charged(buyer)
      return { path: '/api/paymentinfo', body: { transactionId, bookingId: orderId } }
    },
  },
  {
    call: 'POST /paymentinfo',
    variant: 'with another buyer’s payment for one’s own order',
    by: 'bearer',
    expects: [undefined, 409, undefined, undefined, undefined, undefined],
    ask: async (world) => {
      const { transactionId } = await world.begun(world.otherBuyer)
      return { path: '/api/paymentinfo', body: { transactionId, bookingId: await world.order() } }
    },
  },
]
