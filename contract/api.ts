import { z } from '@hono/zod-openapi'
import { Blog } from './blogs.ts'
import { SIGN_UP_TYPES } from './choices.ts'
import { NewMessage } from './contact.ts'
import { endpoint } from './endpoint.ts'
import { Deleted, Email, Id, Inserted, Modified, Paging, Search } from './fields.ts'
import { ImageTicket } from './images.ts'
import { Booking, MyBuyer, NewBooking } from './orders.ts'
import { PaymentInfo, PaymentIntent, PaymentIntentRequest } from './payments.ts'
import { Brand, BrandPage, MyProduct, NewProduct, Product } from './products.ts'
import { Decision, NewReport, Report } from './reports.ts'
import {
  GoogleUser,
  IsAdmin,
  IsBuyer,
  IsSeller,
  NewUser,
  Person,
  SignedInSession,
  Token,
  TokenRequest,
  User,
} from './users.ts'
import { NewWish, Wish } from './wishlist.ts'

const byEmail = z.object({ email: Email })
const byId = z.object({ id: Id })
const own = z.object({ email: Email.openapi({ description: 'The caller’s own.' }) })
const ofOwn = Paging.extend(own.shape)

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

  registerGoogleUser: endpoint({
    method: 'put',
    path: '/googleuser/{email}',
    who: 'session',
    summary: 'Make a buyer of who signed in with Google for the first time; changes nothing for others',
    params: byEmail,
    body: GoogleUser,
    answer: Modified,
    problems: [403],
  }),
  people: endpoint({
    method: 'get',
    path: '/users',
    who: 'admin',
    summary: 'The buyers, or the sellers, newest first; those whose name or e-mail contains the search',
    query: ofOwn.extend({ userType: z.enum(SIGN_UP_TYPES), search: Search }),
    answer: z.array(Person),
    paged: true,
  }),
  verifySeller: endpoint({
    method: 'put',
    path: '/verifyuser/{id}',
    who: 'admin',
    summary: 'Verify a seller; again it changes nothing',
    params: byId,
    query: own,
    answer: Modified,
  }),
  deleteUser: endpoint({
    method: 'delete',
    path: '/user/{id}',
    who: 'admin',
    summary: 'Delete a buyer or seller, their unsold laptops and unpaid orders',
    params: byId,
    answer: Deleted,
    problems: [409, 503],
  }),
  sessions: endpoint({
    method: 'get',
    path: '/sessions',
    who: 'signed-in',
    summary: 'Where one is signed in, last used first',
    answer: z.array(SignedInSession),
  }),
  endSession: endpoint({
    method: 'delete',
    path: '/sessions/{id}',
    who: 'signed-in',
    summary: 'End one of one’s own sign-ins',
    params: byId,
    answer: Deleted,
  }),

  // Selling
  addProduct: endpoint({
    method: 'post',
    path: '/addproducts',
    who: 'seller',
    summary: 'Put a laptop on sale',
    body: NewProduct,
    answer: Inserted,
    created: true,
    problems: [429],
  }),
  myProducts: endpoint({
    method: 'get',
    path: '/myproduct',
    who: 'seller',
    summary: 'One’s own laptops, newest first',
    query: ofOwn,
    answer: z.array(MyProduct),
    paged: true,
  }),
  markSold: endpoint({
    method: 'put',
    path: '/productsold/{id}',
    who: 'seller',
    summary: 'Mark a laptop of one’s own as sold; again it changes nothing',
    params: byId,
    answer: Modified,
    problems: [409],
  }),
  markAvailable: endpoint({
    method: 'put',
    path: '/productavailable/{id}',
    who: 'seller',
    summary: 'Mark a laptop of one’s own as available, unless it is paid or being paid',
    params: byId,
    answer: Modified,
    problems: [409],
  }),
  boostProduct: endpoint({
    method: 'put',
    path: '/products/{id}',
    who: 'seller',
    summary: 'Advertise a laptop of one’s own for 14 days; while it lasts, again it changes nothing',
    params: byId,
    answer: Modified,
    problems: [409],
  }),
  deleteProduct: endpoint({
    method: 'delete',
    path: '/myproduct/{id}',
    who: 'seller',
    summary: 'Delete a laptop of one’s own, unless it is paid or being paid',
    params: byId,
    answer: Deleted,
    problems: [409],
  }),
  myBuyers: endpoint({
    method: 'get',
    path: '/mybuyers/{email}',
    who: 'seller',
    summary: 'Who ordered one’s laptops, newest first; those that contain the search',
    params: own,
    query: Paging.extend({ search: Search }),
    answer: z.array(MyBuyer),
    paged: true,
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
    query: ofOwn,
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
    query: ofOwn,
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

  // Reports
  report: endpoint({
    method: 'post',
    path: '/reports',
    who: 'signed-in',
    summary: 'Report a laptop to the admins; while the report is open, again it changes nothing',
    body: NewReport,
    answer: Inserted,
    created: true,
    problems: [404, 429],
  }),
  reports: endpoint({
    method: 'get',
    path: '/reports',
    who: 'admin',
    summary: 'Reports: those that wait, oldest first, or those that were decided, newest first',
    query: Paging.extend({ state: z.enum(['open', 'decided']).default('open') }),
    answer: z.array(Report),
    paged: true,
  }),
  decideReport: endpoint({
    method: 'put',
    path: '/reports/{id}',
    who: 'admin',
    summary: 'Take the laptop down, or dismiss the report, with a reason',
    params: byId,
    body: Decision,
    answer: Modified,
    problems: [409],
  }),

  // Contact
  contact: endpoint({
    method: 'post',
    path: '/contact',
    who: 'anyone',
    summary: 'Write to the shop',
    body: NewMessage,
    answer: Inserted,
    created: true,
    problems: [429],
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
