import { z } from '@hono/zod-openapi'
import { BRANDS, CONDITION_NAMES } from './choices.ts'
import {
  Description,
  Dollars,
  Id,
  ImageUrl,
  Location,
  Name,
  OwnEmail,
  Phone,
  Price,
  PurchaseYear,
  Time,
} from './fields.ts'

/** A laptop as everyone may see it: never a phone number, never an e-mail. */
export const Product = z
  .object({
    _id: Id,
    name: z.string(),
    brand: z.enum(BRANDS),
    originalPrice: Dollars,
    currentPrice: Dollars,
    condition: z.enum(CONDITION_NAMES),
    purchaseYear: z
      .string()
      .openapi({ description: 'Years used, as the seller typed it.', example: '1Y 2M' }),
    purchaseMonths: z
      .int()
      .nullable()
      .openapi({ description: 'The same in months, if it can be understood.' }),
    location: z.string(),
    image: ImageUrl,
    imageColor: z
      .string()
      .openapi({ description: 'The colour that fills the place until the picture is there.' }),
    description: z.string(),
    sellerName: z.string(),
    sellerVerified: z.boolean().openapi({ description: 'Whether the seller is verified now.' }),
    publishedDate: Time,
    status: z.enum(['available', 'sold']),
    ads: z.boolean().openapi({ description: 'Whether it is advertised now.' }),
  })
  .openapi('Product')
export type Product = z.infer<typeof Product>

/** The message for a price above the original one, in every form. */
export const ABOVE_ORIGINAL = 'Must not be more than the original price.'

/**
 * A laptop that a seller puts on sale. The server sets seller, date, status and advertising, and ignores what a caller
 * sends for them; only somebody else's e-mail is refused. `image` is the URL of an upload of the seller's own.
 */
export const NewProduct = z
  .object({
    name: Name,
    brand: z.enum(BRANDS),
    originalPrice: Price,
    currentPrice: Price,
    condition: z.enum(CONDITION_NAMES),
    purchaseYear: PurchaseYear,
    phone: Phone,
    location: Location,
    image: z.string().max(200).openapi({ description: 'The URL of one of your own uploads.' }),
    description: Description,
    sellerEmail: OwnEmail,
  })
  .refine(({ originalPrice, currentPrice }) => originalPrice >= currentPrice, {
    path: ['currentPrice'],
    message: ABOVE_ORIGINAL,
  })
  .openapi('NewProduct')

/**
 * The new price of a laptop. That it is not above the original price is checked by the server, since that is in the
 * database.
 */
export const NewPrice = z.object({ currentPrice: Price }).openapi('NewPrice')

/** A laptop as its seller sees it. */
export const MyProduct = Product.extend({
  phone: z.string(),
  sellerEmail: z.string(),
  adsUntil: Time.nullable().openapi({
    description: 'When its advertising ends; null if it is not advertised.',
  }),
  orders: z.int().openapi({ description: 'How many orders there are for it.' }),
  locked: z.enum(['paid', 'held']).nullable().openapi({
    description:
      'Why it cannot be made available or deleted, nor its price changed: an order is paid, or its buyer is paying.',
  }),
}).openapi('MyProduct')
export type MyProduct = z.infer<typeof MyProduct>

export const Brand = z.object({ _id: z.string(), brand: z.string(), logo: z.string() }).openapi('Brand')
export type Brand = z.infer<typeof Brand>

export const BrandPage = Brand.extend({ products: z.array(Product) }).openapi('BrandPage')
export type BrandPage = z.infer<typeof BrandPage>
