import { eq } from 'drizzle-orm'
import type pg from 'pg'
import type { z } from 'zod'
import type { NewProduct } from '#contract/products.ts'
import { purchaseMonths } from '#contract/purchase-months.ts'
import { newId } from '../database/ids.ts'
import { products } from '../database/schema.ts'
import { withTransaction } from '../database/with-transaction.ts'
import { claimImage } from '../images/claim-image.ts'
import { spendLimit } from '../limits/spend-limit.ts'
import { badField, Problem } from '../problems.ts'
import type { Caller } from '../sign-in/caller.ts'
import { requireRole } from '../users/require-role.ts'

type Deps = { pool: pg.Pool; clock: () => Date }

const TAKEN =
  'You have already listed a laptop with this picture: see My Products. For another laptop, choose another picture.'

/** Far more than anybody photographs, and few enough that nobody floods the lists. */
const PER_SELLER = { most: 60, seconds: 60 * 60 }

/**
 * Puts a seller's laptop on sale: available, not advertised, published now, whatever else was sent. Prices are in
 * cents. A picture belongs to one laptop, so the same laptop sent again is answered as it was the first time. Problems:
 * `bad-input` at `/image` for a picture that is not an upload of the seller's own, or whose laptop is deleted,
 * `picture-taken` if it is another laptop's, `too-many-requests` for a 61st laptop within an hour.
 */
export async function addProduct(
  { pool, clock }: Deps,
  who: Caller,
  input: z.output<typeof NewProduct>,
): Promise<{ id: string; isNew: boolean }> {
  return withTransaction(pool, async (db) => {
    const now = clock()
    const detail = 'You have added too many laptops.'
    await spendLimit(db, `add-product ${who.id}`, PER_SELLER, now, detail)
    // Locked before the picture: deleting a seller locks the seller first, then what was theirs.
    await requireRole(db, who, 'seller')
    // This locks its row, so that of two requests one sees the other's laptop.
    const imageId = await claimImage(db, { url: input.image, ownerId: who.id, purpose: 'product', now })
    if (!imageId) throw pictureGone()
    const laptop = {
      sellerId: who.id,
      brandId: input.brand,
      name: input.name,
      originalPriceCents: input.originalPrice,
      currentPriceCents: input.currentPrice,
      condition: input.condition,
      purchaseYear: input.purchaseYear,
      phone: input.phone,
      location: input.location,
      imageId,
      description: input.description,
    }
    const [taken] = await db.select().from(products).where(eq(products.imageId, imageId))
    if (taken?.withdrawnAt) throw pictureGone()
    if (taken && isSame(taken, laptop)) return { id: taken.id, isNew: false }
    if (taken) throw new Problem('picture-taken', TAKEN, { errors: [{ pointer: '/image', message: TAKEN }] })
    const months = purchaseMonths(input.purchaseYear)
    const id = newId(now)
    await db.insert(products).values({ ...laptop, id, purchaseMonths: months, publishedAt: now })
    return { id, isNew: true }
  })
}

function isSame<Known extends object>(known: Known, sent: Partial<Known>): boolean {
  return (Object.keys(sent) as (keyof Known)[]).every((field) => known[field] === sent[field])
}

const pictureGone = () => badField('/image', 'The picture cannot be found. Please choose it again.')
