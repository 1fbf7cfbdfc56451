import { eq, sql } from 'drizzle-orm'
import type { BrandId } from '#contract/choices.ts'
import { dollarsFromCents } from '#contract/money.ts'
import type { Product } from '#contract/products.ts'
import { images, products, users } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'
import { imageUrl } from '../images/image-url.ts'

/** What a laptop's card needs, in one query: its row, its picture's colour and its seller as they are now. */
export function selectProducts(db: Db) {
  return db
    .select({
      product: products,
      imageColor: images.color,
      sellerName: users.name,
      sellerVerifiedAt: users.verifiedAt,
    })
    .from(products)
    .innerJoin(images, eq(images.id, products.imageId))
    .leftJoin(users, eq(users.id, products.sellerId))
    .$dynamic()
}
export type ProductRow = Awaited<ReturnType<typeof selectProducts>>[number]

/** A row as everyone may see it: no phone number, no e-mail. */
export function toProduct(now: Date): (row: ProductRow) => Product {
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
