import {
  bigint,
  boolean,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import { CONDITION_NAMES, DECISIONS, IMAGE_PURPOSES, USER_TYPES } from '#contract/choices.ts'

/*
 * The tables for typed queries. `migrations/*.sql` creates them, and only there are the constraints and indexes.
 * camelCase here becomes snake_case there (`casing` in with-transaction.ts).
 */

const id = () => uuid().primaryKey()
const time = () => timestamp({ withTimezone: true, precision: 3 })
const createdAt = () => time().notNull().defaultNow()

export const users = pgTable('users', {
  id: id(),
  name: text().notNull(),
  email: text().notNull(),
  emailVerified: boolean().notNull().default(false),
  image: text(),
  userType: text({ enum: USER_TYPES }),
  verifiedAt: time(),
  verifiedBy: uuid(),
  lastSeenAt: time(),
  createdAt: createdAt(),
  updatedAt: createdAt(),
})

export const sessions = pgTable('sessions', {
  id: id(),
  userId: uuid().notNull(),
  token: text().notNull(),
  expiresAt: time().notNull(),
  ipAddress: text(),
  userAgent: text(),
  createdAt: createdAt(),
  updatedAt: createdAt(),
})

export const accounts = pgTable('accounts', {
  id: id(),
  userId: uuid().notNull(),
  providerId: text().notNull(),
  accountId: text().notNull(),
  password: text(),
  accessToken: text(),
  refreshToken: text(),
  idToken: text(),
  accessTokenExpiresAt: time(),
  refreshTokenExpiresAt: time(),
  scope: text(),
  createdAt: createdAt(),
  updatedAt: createdAt(),
})

export const verifications = pgTable('verifications', {
  id: id(),
  identifier: text().notNull(),
  value: text().notNull(),
  expiresAt: time().notNull(),
  createdAt: createdAt(),
  updatedAt: createdAt(),
})

export const rateLimits = pgTable('rate_limits', {
  key: text().primaryKey(),
  windowStart: time().notNull(),
  count: integer().notNull(),
})

export const images = pgTable('images', {
  id: text().primaryKey(),
  purpose: text({ enum: IMAGE_PURPOSES }).notNull(),
  ownerId: uuid(),
  uploadedFrom: text(),
  width: integer().notNull(),
  height: integer().notNull(),
  color: text().notNull(),
  createdAt: createdAt(),
})

export const imageTickets = pgTable('image_tickets', {
  tokenHash: text().primaryKey(),
  address: text().notNull(),
  expiresAt: time().notNull(),
})

export const brands = pgTable('brands', {
  id: text().primaryKey(),
  brand: text().notNull(),
  logo: text().notNull(),
  position: integer().notNull(),
})

export const blogs = pgTable('blogs', {
  id: id(),
  img: text().notNull(),
  title: text().notNull(),
  description: text().notNull(),
  publishedAt: time().notNull(),
})

export const products = pgTable('products', {
  id: id(),
  sellerId: uuid(),
  brandId: text().notNull(),
  name: text().notNull(),
  originalPriceCents: integer().notNull(),
  currentPriceCents: integer().notNull(),
  condition: text({ enum: CONDITION_NAMES }).notNull(),
  purchaseYear: text().notNull(),
  purchaseMonths: integer(),
  phone: text().notNull(),
  location: text().notNull(),
  imageId: text().notNull(),
  description: text().notNull(),
  status: text({ enum: ['available', 'sold'] })
    .notNull()
    .default('available'),
  advertisedUntil: time(),
  withdrawnAt: time(),
  publishedAt: createdAt(),
  /** For an operator's questions, such as how long laptops stay on sale: the shop itself never reads it. */
  soldAt: time(),
})

export const orders = pgTable('orders', {
  id: id(),
  productId: uuid().notNull(),
  sellerId: uuid(),
  buyerId: uuid(),
  buyerName: text().notNull(),
  buyerEmail: text().notNull(),
  phone: text().notNull(),
  location: text().notNull(),
  productName: text().notNull(),
  imageId: text().notNull(),
  priceCents: integer().notNull(),
  state: text({ enum: ['open', 'held', 'paid'] })
    .notNull()
    .default('open'),
  heldUntil: time(),
  createdAt: createdAt(),
  paidAt: time(),
  ofGuest: boolean().notNull().default(false),
})

export const payments = pgTable('payments', {
  id: id(),
  orderId: uuid(),
  productId: uuid().notNull(),
  buyerId: uuid(),
  attempt: integer().notNull(),
  idempotencyKey: text().notNull(),
  intentId: text(),
  amountCents: integer().notNull(),
  currency: text().notNull().default('usd'),
  state: text({
    enum: [
      'requested',
      'open',
      'succeeded',
      'canceled',
      'refund-due',
      'refund-pending',
      'refunded',
      'refund-failed',
    ],
  }).notNull(),
  lastDecline: text(),
  refundId: text(),
  createdAt: createdAt(),
  /** When it was paid, canceled or returned, or failed to be. For an operator's questions, too. */
  settledAt: time(),
  disputedAt: time(),
})

export const paymentEvents = pgTable('payment_events', {
  eventId: text().primaryKey(),
  type: text().notNull(),
  intentId: text(),
  receivedAt: createdAt(),
})

export const wishlist = pgTable('wishlist', {
  id: id(),
  buyerId: uuid().notNull(),
  productId: uuid().notNull(),
  priceCentsWhenSaved: integer().notNull(),
  createdAt: createdAt(),
})

export const reports = pgTable('reports', {
  id: id(),
  productId: uuid().notNull(),
  reporterId: uuid(),
  reason: text().notNull(),
  createdAt: createdAt(),
  decision: text({ enum: DECISIONS }),
  decisionReason: text(),
  decidedBy: uuid(),
  decidedAt: time(),
})

export const messages = pgTable('messages', {
  id: id(),
  name: text().notNull(),
  email: text().notNull(),
  subject: text().notNull(),
  message: text().notNull(),
  createdAt: createdAt(),
})

export const auditEvents = pgTable('audit_events', {
  id: id(),
  at: time().notNull(),
  action: text().notNull(),
  actorId: uuid(),
  subject: text(),
  address: text(),
  requestId: uuid(),
  details: jsonb().$type<Record<string, unknown>>().notNull().default({}),
})

export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    owner: text().notNull(),
    call: text().notNull(),
    key: text().notNull(),
    requestHash: text().notNull(),
    status: integer(),
    body: text(),
    createdAt: time().notNull(),
  },
  (table) => [primaryKey({ columns: [table.owner, table.call, table.key] })],
)

/** How many rows the lists have; triggers maintain it (migrations/0006-lists.sql), and only keptCount() reads it. */
export const counts = pgTable('counts', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  list: text().notNull(),
  part: text().notNull(),
  n: bigint({ mode: 'number' }).notNull(),
})

export const shopFacts = pgTable('shop_facts', { key: text().primaryKey(), value: text().notNull() })
