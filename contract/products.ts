import { z } from '@hono/zod-openapi'
import { BRANDS, CONDITION_NAMES } from './choices.ts'
import { Dollars, Id, ImageUrl, Time } from './fields.ts'

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
    purchaseMonths: z.int().nullable().openapi({ description: 'The same in months, where it can be read.' }),
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

export const Brand = z.object({ _id: z.string(), brand: z.string(), logo: z.string() }).openapi('Brand')
export type Brand = z.infer<typeof Brand>

export const BrandPage = Brand.extend({ products: z.array(Product) }).openapi('BrandPage')
export type BrandPage = z.infer<typeof BrandPage>
