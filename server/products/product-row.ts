import { sql } from 'drizzle-orm'
import type { BrandId } from '#contract/choices.ts'
import { dollarsFromCents } from '#contract/money.ts'
import type { Product } from '#contract/products.ts'
import { images, products, users } from '../database/schema.ts'
import { imageUrl } from '../images/image-url.ts'

/** Of a laptop's row, what everyone may see. */
const product = {
  id: products.id,
  name: products.name,
  brandId: products.brandId,
  originalPriceCents: products.originalPriceCents,
  currentPriceCents: products.currentPriceCents,
  condition: products.condition,
  purchaseYear: products.purchaseYear,
  purchaseMonths: products.purchaseMonths,
  location: products.location,
  imageId: products.imageId,
  description: products.description,
  publishedAt: products.publishedAt,
  status: products.status,
  advertisedUntil: products.advertisedUntil,
}

/** What a laptop's card needs: its row, its picture's colour and its seller as they are now. */
export const card = {
  product,
  imageColor: images.color,
  sellerName: users.name,
  sellerVerifiedAt: users.verifiedAt,
}

export type Card = {
  product: Pick<typeof products.$inferSelect, keyof typeof product>
  imageColor: string
  sellerName: string | null
  sellerVerifiedAt: Date | null
}

/** A card as everyone may see it: no phone number, no e-mail. */
export function toProduct(now: Date): (row: Card) => Product {
  return ({ product, imageColor, sellerName, sellerVerifiedAt }) => ({
    _id: product.id,
    name: product.name,
    brand: product.brandId as BrandId,
    originalPrice: dollarsFromCents(product.originalPriceCents),
    currentPrice: dollarsFromCents(product.currentPriceCents),
    condition: product.condition,
    purchaseYear: product.purchaseYear,
    purchaseMonths: product.purchaseMonths,
    location: product.location,
    image: imageUrl(product.imageId),
    imageColor,
    description: product.description,
    sellerName: sellerName ?? 'A former seller',
    sellerVerified: sellerVerifiedAt !== null,
    publishedDate: product.publishedAt.toISOString(),
    status: product.status,
    ads: product.advertisedUntil !== null && product.advertisedUntil > now,
  })
}

/** On sale: neither sold nor withdrawn. Worded like the partial indexes, so that they serve it. */
export const onSale = sql`${products.status} = 'available' and ${products.withdrawnAt} is null`
