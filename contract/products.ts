import { z } from '@hono/zod-openapi'
import { BRANDS, CONDITION_NAMES } from './choices.ts'
import {
  Description,
  Dollars,
  Id,
  ImageColor,
  ImageUrl,
  Location,
  Name,
  OwnEmail,
  Phone,
  Price,
  PurchaseYear,
  Time,
  YearsUsed,
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
    purchaseYear: YearsUsed,
    purchaseMonths: z
      .int()
      .nullable()
      .openapi({ description: 'The same in months, if it can be understood.' }),
    location: z.string().openapi({ description: 'Where the seller suggests to meet.' }),
    image: ImageUrl,
    imageColor: ImageColor,
    description: z.string(),
    sellerName: z.string(),
    sellerVerified: z.boolean().openapi({ description: 'Whether the seller is verified now.' }),
    publishedDate: Time.openapi({ description: 'When it was put on sale.' }),
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
    currentPrice: Price.openapi({ description: 'Dollars, not cents; at most originalPrice.' }),
    condition: z.enum(CONDITION_NAMES),
    purchaseYear: PurchaseYear.openapi({ description: 'Years used, in free text.' }),
    phone: Phone.openapi({ description: 'Shown to buyers who have paid.' }),
    location: Location,
    image: z
      .string()
      .max(200)
      .openapi({ description: 'The url that POST /images gave for one of your own uploads.' }),
    description: Description,
    sellerEmail: OwnEmail,
  })
  .refine(({ originalPrice, currentPrice }) => originalPrice >= currentPrice, {
    path: ['currentPrice'],
    message: ABOVE_ORIGINAL,
  })
  .openapi('NewProduct', {
    description: 'Seller, date, status and advertising are the server’s: ignored if sent.',
  })

/**
 * The new price of a laptop. That it is not above the original price is checked by the server, since that is in the
 * database.
 */
export const NewPrice = z.object({ currentPrice: Price }).openapi('NewPrice')

/** A laptop as its seller sees it. */
export const MyProduct = Product.extend({
  phone: z.string().openapi({ description: 'Your own, shown to buyers who have paid.' }),
  sellerEmail: z.string().openapi({ description: 'Your own.' }),
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

export const Brand = z
  .object({
    _id: z.string().openapi({ example: 'hp' }),
    brand: z.string().openapi({ example: 'hp' }),
    logo: z.string().openapi({ example: '/brands/hp.svg', description: 'A path on this host.' }),
  })
  .openapi('Brand')
export type Brand = z.infer<typeof Brand>

export const BrandPage = Brand.extend({ products: z.array(Product) }).openapi('BrandPage')
export type BrandPage = z.infer<typeof BrandPage>
