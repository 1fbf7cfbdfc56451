import { formatMediumDate } from '#contract/dates.ts'
import { whichLaptop } from '#contract/which-laptop.ts'
import type { products } from '../database/schema.ts'

export type Which = Pick<typeof products.$inferSelect, 'condition' | 'purchaseYear' | 'publishedAt'>

/** Says which of several laptops of one name it is, as the dashboards of its seller and its buyer do. */
export const sayWhich = (product: Which): string =>
  `Which one: ${whichLaptop(product, formatMediumDate(product.publishedAt.toISOString()))}`
