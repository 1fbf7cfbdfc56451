import { formatMediumDate } from '#contract/dates.ts'
import { isolate } from '#contract/isolate.ts'
import type { products } from '../database/schema.ts'

export type Which = Pick<typeof products.$inferSelect, 'condition' | 'purchaseYear' | 'publishedAt'>

/** What tells a laptop from others that its seller has given the same name, as My Products has it. */
export const sayWhich = ({ condition, purchaseYear, publishedAt }: Which): string =>
  `Which one: ${condition}, ${isolate(purchaseYear)} used, added ${formatMediumDate(publishedAt.toISOString())}`
