import { gt, sql } from 'drizzle-orm'
import type { BrandId } from '#contract/choices.ts'
import type { Product } from '#contract/products.ts'
import { dollars, type FieldsOf, isoTime } from '../database/json-text.ts'
import { images, products, users } from '../database/schema.ts'
import { imageUrlOf } from '../images/image-url.ts'

/** Whether a laptop is advertised; `now` is for the query's values. */
export const isAdvertised = sql<boolean>`coalesce(${gt(products.advertisedUntil, sql.placeholder('now'))}, false)`

/**
 * The public fields of a laptop: no phone number, no e-mail. From its row, its picture's and its seller's (who may be
 * gone), as they are now.
 */
export const productFields: FieldsOf<Product> = {
  _id: products.id,
  name: products.name,
  brand: sql<BrandId>`${products.brandId}`,
  originalPrice: dollars(products.originalPriceCents),
  currentPrice: dollars(products.currentPriceCents),
  condition: products.condition,
  purchaseYear: products.purchaseYear,
  purchaseMonths: products.purchaseMonths,
  location: products.location,
  image: imageUrlOf(products.imageId),
  imageColor: images.color,
  description: products.description,
  sellerName: sql`coalesce(${users.name}, 'A former seller')`,
  sellerVerified: sql`${users.verifiedAt} is not null`,
  publishedDate: isoTime(products.publishedAt),
  status: products.status,
  ads: isAdvertised,
}

/** The cursor after which the next page begins, where this laptop ends a page. */
export const cursorOf = ({ publishedDate, _id }: Product) => ({ at: new Date(publishedDate), id: _id })

/**
 * On sale: neither sold nor withdrawn. Written exactly like the condition of the partial indexes, so that they are
 * used.
 */
export const onSale = sql`${products.status} = 'available' and ${products.withdrawnAt} is null`
