import { auditCalls } from './calls/audit.ts'
import { contactCalls } from './calls/contact.ts'
import { imageCalls } from './calls/images.ts'
import { orderCalls } from './calls/orders.ts'
import { paymentCalls } from './calls/payments.ts'
import { peopleCalls } from './calls/people.ts'
import { reportCalls } from './calls/reports.ts'
import { sellingCalls } from './calls/selling.ts'
import { shopWindowCalls } from './calls/shop-window.ts'
import { wishlistCalls } from './calls/wishlist.ts'

/** The calls by what they are about, as the OpenAPI document groups them. */
export const GROUPS = {
  'Shop window': shopWindowCalls,
  People: peopleCalls,
  Selling: sellingCalls,
  Orders: orderCalls,
  Wishlist: wishlistCalls,
  Payments: paymentCalls,
  Reports: reportCalls,
  Contact: contactCalls,
  Audit: auditCalls,
  Images: imageCalls,
} as const

/** Every call of the shop, once. Paths stand behind `/api`. */
export const api = {
  ...shopWindowCalls,
  ...peopleCalls,
  ...sellingCalls,
  ...orderCalls,
  ...wishlistCalls,
  ...paymentCalls,
  ...reportCalls,
  ...contactCalls,
  ...auditCalls,
  ...imageCalls,
} as const
