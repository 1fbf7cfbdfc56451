import { z } from '@hono/zod-openapi'
import { endpoint } from '../endpoint.ts'
import { Deleted } from '../fields.ts'
import { Booking, NewBooking, Placed } from '../orders.ts'
import { byId, pagedByOwnEmail } from './shared.ts'

export const orderCalls = {
  placeOrder: endpoint({
    method: 'post',
    path: '/booking',
    who: 'buyer or guest',
    summary: 'Order a laptop; ordering it again returns the first order, with the new phone and location',
    body: NewBooking,
    answer: Placed,
    created: true,
    problems: ['not-found', 'laptop-not-available'],
  }),
  orders: endpoint({
    method: 'get',
    path: '/bookings',
    who: 'buyer',
    summary: 'Your own orders, newest first',
    query: pagedByOwnEmail,
    answer: z.array(Booking),
    paged: true,
  }),
  order: endpoint({
    method: 'get',
    path: '/booking/{id}',
    who: 'signed-in',
    summary: 'One of your own orders',
    params: byId,
    answer: Booking,
  }),
  deleteOrder: endpoint({
    method: 'delete',
    path: '/myorders/{id}',
    who: 'buyer',
    summary: 'Delete an order that is not paid',
    params: byId,
    answer: Deleted,
    problems: ['already-paid', 'payment-in-flight', 'card-provider-unavailable'],
  }),
} as const
