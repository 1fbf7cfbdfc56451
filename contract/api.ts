import { z } from '@hono/zod-openapi'
import { Blog } from './blogs.ts'
import { endpoint } from './endpoint.ts'
import { Deleted, Email, Id, Inserted, Paging } from './fields.ts'
import { ImageTicket } from './images.ts'
import { Booking, NewBooking } from './orders.ts'
import { PaymentInfo, PaymentIntent, PaymentIntentRequest } from './payments.ts'
import { Brand, BrandPage, Product } from './products.ts'
import { IsAdmin, IsBuyer, IsSeller, NewUser, Token, TokenRequest, User } from './users.ts'
import { NewWish, Wish } from './wishlist.ts'

const byEmail = z.object({ email: Email })
const byId = z.object({ id: Id })
const ofBuyer = Paging.extend({ email: Email.openapi({ description: 'The caller’s own.' }) })

/** Every call of the shop, once. Paths stand behind `/api`. */
export const api = {
  // The shop window
  brands: endpoint({
    method: 'get',
    path: '/brands',
    who: 'anyone',
    summary: 'The brands',
    answer: z.array(Brand),
  }),
  brand: endpoint({
    method: 'get',
    path: '/brand/{id}',
    who: 'anyone',
    summary: 'One brand with its available laptops, newest first',
    params: z.object({ id: z.string().max(100) }),
    query: Paging,
    answer: BrandPage,
    paged: true,
  }),
  products: endpoint({
    method: 'get',
    path: '/products',
    who: 'anyone',
    summary: 'Available laptops, newest first',
    query: Paging,
    answer: z.array(Product),
    paged: true,
  }),
  advertisedProducts: endpoint({
    method: 'get',
    path: '/adsproduct',
    who: 'anyone',
    summary: 'Available laptops that are advertised, newest first',
    query: Paging,
    answer: z.array(Product),
    paged: true,
  }),
  productsByBrand: endpoint({
    method: 'get',
    path: '/product',
    who: 'anyone',
    summary: 'Available laptops of a brand, newest first; none for an unknown brand',
    query: Paging.extend({ brand: z.string().min(1).max(100) }),
    answer: z.array(Product),
    paged: true,
  }),
  latestBlogs: endpoint({
    method: 'get',
    path: '/blogs3',
    who: 'anyone',
    summary: 'The three newest posts',
    answer: z.array(Blog),
  }),
  blogs: endpoint({
    method: 'get',
    path: '/blogs',
    who: 'anyone',
    summary: 'All posts',
    answer: z.array(Blog),
  }),

  // People
  issueToken: endpoint({
    method: 'post',
    path: '/jwt',
    who: 'session',
    summary: 'An access token for the signed-in person',
    body: TokenRequest,
    answer: Token,
    problems: [403],
  }),
  registerUser: endpoint({
    method: 'post',
    path: '/users',
    who: 'session',
    summary: 'Choose Buyer or Seller once, after signing up; again it changes nothing',
    body: NewUser,
    answer: Inserted,
    created: true,
    problems: [403],
  }),
  user: endpoint({
    method: 'get',
    path: '/user',
    who: 'signed-in',
    summary: 'A person: oneself, or for an admin anyone',
    query: byEmail,
    answer: User,
    problems: [404],
  }),
  isAdmin: endpoint({
    method: 'get',
    path: '/users/admin/{email}',
    who: 'signed-in',
    summary: 'Whether a person is an admin',
    params: byEmail,
    answer: IsAdmin,
  }),
  isSeller: endpoint({
    method: 'get',
    path: '/users/seller/{email}',
    who: 'signed-in',
    summary: 'Whether a person is a seller',
    params: byEmail,
    answer: IsSeller,
  }),
  isBuyer: endpoint({
    method: 'get',
    path: '/users/buyer/{email}',
    who: 'signed-in',
    summary: 'Whether a person is a buyer',
    params: byEmail,
    answer: IsBuyer,
  }),

  // Orders
  placeOrder: endpoint({
    method: 'post',
    path: '/booking',
    who: 'buyer or guest',
    summary: 'Order a laptop; ordered again, the first order is answered',
    body: NewBooking,
    answer: Inserted,
    created: true,
    problems: [404, 409, 429],
  }),
  orders: endpoint({
    method: 'get',
    path: '/bookings',
    who: 'buyer',
    summary: 'One’s own orders, newest first',
    query: ofBuyer,
    answer: z.array(Booking),
    paged: true,
  }),
  order: endpoint({
    method: 'get',
    path: '/booking/{id}',
    who: 'signed-in',
    summary: 'One of one’s own orders',
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
    problems: [409, 503],
  }),

  // Wishlist
  addToWishlist: endpoint({
    method: 'post',
    path: '/wishlist',
    who: 'buyer',
    summary: 'Save a laptop; saved again, nothing changes',
    body: NewWish,
    answer: Inserted,
    created: true,
    problems: [404],
  }),
  wishlist: endpoint({
    method: 'get',
    path: '/wishlist',
    who: 'buyer',
    summary: 'One’s own saved laptops with their live data, newest first',
    query: ofBuyer,
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

  // Payments
  createPaymentIntent: endpoint({
    method: 'post',
    path: '/create-payment-intent',
    who: 'signed-in',
    summary: 'Begin paying an order: claims the laptop for 15 minutes',
    body: PaymentIntentRequest,
    answer: PaymentIntent,
    problems: [404, 409, 503],
  }),
  recordPayment: endpoint({
    method: 'post',
    path: '/paymentinfo',
    who: 'signed-in',
    summary: 'Tell that the card was charged; the provider is asked whether it is so',
    body: PaymentInfo,
    answer: Inserted,
    problems: [404, 409, 503],
  }),

  // Pictures. The upload itself is multipart and described by hand where it is served.
  imageTicket: endpoint({
    method: 'post',
    path: '/image-tickets',
    who: 'anyone',
    summary: 'A ticket for one upload before signing up',
    answer: ImageTicket,
    created: true,
    problems: [429],
  }),
} as const
