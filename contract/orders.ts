import { z } from '@hono/zod-openapi'
import { CONDITION_NAMES } from './choices.ts'
import {
  Dollars,
  Email,
  Id,
  ImageColor,
  ImageUrl,
  Inserted,
  Location,
  Name,
  Phone,
  PhotoUrl,
  Time,
  YearsUsed,
} from './fields.ts'

/**
 * An order for a laptop. Product name, price, picture, seller and date are the server's: what a caller
 * sends for them is ignored. Name and e-mail are read from visitors who are not signed in; the e-mail that a
 * buyer sends must be their own.
 */
export const NewBooking = z
  .object({
    productId: Id,
    phone: Phone,
    location: Location,
    buyerName: Name.optional().openapi({ description: 'Required of a guest; otherwise ignored.' }),
    buyerEmail: Email.optional().openapi({
      description:
        'Required of a guest: whoever proves that it is theirs gets the order. Of a buyer, their own.',
    }),
  })
  .openapi('NewBooking', { description: 'Price, names, picture and date are the server’s: ignored if sent.' })
export type NewBooking = z.infer<typeof NewBooking>

/** The answer for an order that was placed now, or before. */
export const Placed = Inserted.extend({
  price: Dollars.openapi({
    description:
      'The order’s: what the laptop cost when it was placed, which may differ from what a page showed.',
  }),
  paid: z
    .boolean()
    .openapi({ description: 'Whether it was placed earlier and is paid: it stays as it was.' }),
}).openapi('Placed')

/**
 * An order as its buyer sees it. Condition, years used, description, original price and the day on which it was added
 * are the laptop's as its seller gave them: they cannot change, and stay when the laptop or the seller has left the
 * shop. The price is the order's own.
 */
export const Booking = z
  .object({
    _id: Id,
    productId: Id,
    productName: z.string(),
    image: ImageUrl,
    imageColor: ImageColor,
    price: Dollars.openapi({ description: 'Dollars, not cents: what the laptop cost when it was ordered.' }),
    originalPrice: Dollars,
    condition: z.enum(CONDITION_NAMES),
    purchaseYear: YearsUsed,
    description: z.string(),
    publishedDate: Time.openapi({ description: 'When the laptop was added.' }),
    paid: z.boolean(),
    available: z
      .boolean()
      .openapi({ description: 'Whether it can be paid: not paid yet, the laptop not sold.' }),
    buyerName: z.string(),
    buyerEmail: z.string(),
    buyerImg: PhotoUrl,
    phone: z.string().openapi({ description: 'The buyer’s.' }),
    location: z.string().openapi({ description: 'Where the buyer wants to meet.' }),
    bookingDate: Time,
    paidDate: Time.nullable().openapi({ description: 'null until paid.' }),
    transactionId: z
      .string()
      .nullable()
      .openapi({ description: 'The id of the card provider’s payment intent; null until paid.' }),
    sellerName: z.string().nullable().openapi({ description: 'null if the account is gone.' }),
    sellerVerified: z.boolean().openapi({ description: 'Whether the seller is verified now.' }),
    sellerPhone: z
      .string()
      .nullable()
      .openapi({ description: 'Shown to a buyer who has paid; until then null.' }),
  })
  .openapi('Booking')
export type Booking = z.infer<typeof Booking>

/**
 * An order as the seller of its laptop sees it: who wants it, how to reach them, where to meet, and what tells the
 * laptop from others of the same name.
 */
export const MyBuyer = Booking.pick({
  _id: true,
  productId: true,
  productName: true,
  image: true,
  price: true,
  paid: true,
  available: true,
  buyerName: true,
  buyerEmail: true,
  buyerImg: true,
  phone: true,
  location: true,
  bookingDate: true,
  condition: true,
  purchaseYear: true,
  publishedDate: true,
}).openapi('MyBuyer')
export type MyBuyer = z.infer<typeof MyBuyer>
