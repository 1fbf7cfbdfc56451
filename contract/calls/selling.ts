import { z } from '@hono/zod-openapi'
import { endpoint } from '../endpoint.ts'
import { Deleted, Inserted, Modified, Paging, Search } from '../fields.ts'
import { BOOST_DAYS } from '../limits.ts'
import { MyBuyer } from '../orders.ts'
import { MyProduct, NewPrice, NewProduct } from '../products.ts'
import { byId, byOwnEmail, pagedByOwnEmail } from './shared.ts'

export const sellingCalls = {
  addProduct: endpoint({
    method: 'post',
    path: '/addproducts',
    who: 'seller',
    summary: 'Put a laptop on sale; sending it again with the same picture changes nothing',
    body: NewProduct,
    answer: Inserted,
    created: true,
    problems: ['picture-taken'],
  }),
  myProducts: endpoint({
    method: 'get',
    path: '/myproduct',
    who: 'seller',
    summary: 'Your own laptops, newest first',
    query: pagedByOwnEmail,
    answer: z.array(MyProduct),
    paged: true,
  }),
  markSold: endpoint({
    method: 'put',
    path: '/productsold/{id}',
    who: 'seller',
    summary: 'Mark one of your laptops as sold; repeating it changes nothing',
    params: byId,
    answer: Modified,
    problems: ['already-paid', 'laptop-held'],
  }),
  markAvailable: endpoint({
    method: 'put',
    path: '/productavailable/{id}',
    who: 'seller',
    summary: 'Mark one of your laptops as available, unless it is paid for or being paid for',
    params: byId,
    answer: Modified,
    problems: ['already-paid', 'laptop-held'],
  }),
  boostProduct: endpoint({
    method: 'put',
    path: '/products/{id}',
    who: 'seller',
    summary: `Advertise one of your laptops for ${BOOST_DAYS} days; meanwhile, repeating it changes nothing`,
    params: byId,
    answer: Modified,
    problems: ['laptop-not-available'],
  }),
  changePrice: endpoint({
    method: 'put',
    path: '/productprice/{id}',
    who: 'seller',
    summary:
      'Change the price of one of your laptops, unless it is sold or being paid for; orders keep the price they were placed at',
    params: byId,
    body: NewPrice,
    answer: Modified,
    problems: ['already-paid', 'laptop-held', 'laptop-not-available'],
  }),
  deleteProduct: endpoint({
    method: 'delete',
    path: '/myproduct/{id}',
    who: 'seller',
    summary: 'Delete one of your laptops, unless it is paid for or being paid for',
    params: byId,
    answer: Deleted,
    problems: ['already-paid', 'laptop-held'],
  }),
  myBuyers: endpoint({
    method: 'get',
    path: '/mybuyers/{email}',
    who: 'seller',
    summary: 'Who ordered your laptops, newest first',
    params: byOwnEmail,
    query: Paging.extend({
      search: Search.openapi({ description: 'Part of the buyer’s name or e-mail, or of the laptop’s name.' }),
    }),
    answer: z.array(MyBuyer),
    paged: true,
  }),
} as const
