import { z } from '@hono/zod-openapi'
import { endpoint } from '../endpoint.ts'
import { Deleted, Inserted } from '../fields.ts'
import { NewWish, Wish } from '../wishlist.ts'
import { byId, pagedByOwnEmail } from './shared.ts'

export const wishlistCalls = {
  addToWishlist: endpoint({
    method: 'post',
    path: '/wishlist',
    who: 'buyer',
    summary: 'Save a laptop; saving it again changes nothing',
    body: NewWish,
    answer: Inserted,
    created: true,
    problems: ['not-found'],
  }),
  wishlist: endpoint({
    method: 'get',
    path: '/wishlist',
    who: 'buyer',
    summary: 'Your own saved laptops with their live data, newest first',
    query: pagedByOwnEmail,
    answer: z.array(Wish),
    paged: true,
  }),
  deleteWish: endpoint({
    method: 'delete',
    path: '/mywishlist/{id}',
    who: 'buyer',
    summary: 'Remove a saved laptop',
    params: byId,
    answer: Deleted,
  }),
} as const
