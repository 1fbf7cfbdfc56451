import type { Condition } from '#contract/choices.ts'
import type { Model } from './models.ts'
import type { Random } from './random.ts'

const BY_CONDITION = { Excellent: 1, Good: 0.9, Fair: 0.78 } as const
/** Where in its model's usual range a laptop of a condition is asked for. */
const IN_RANGE = { Excellent: [0.7, 1], Good: [0.35, 0.75], Fair: [0, 0.35] } as const

/**
 * What a laptop fetched, in whole dollars: a quarter less than new within the first year, 18 percent less
 * with each year after, less for wear, more for added memory or storage (`upgrade`, a factor), and
 * eight percent up or down as people bargain.
 */
export function soldPrice(
  { priceNew }: Model,
  { months, condition, upgrade }: { months: number; condition: Condition; upgrade: number },
  random: Random,
): number {
  const aged = priceNew * 0.76 * 0.82 ** (months / 12 - 1)
  return Math.min(priceNew, Math.round(aged * BY_CONDITION[condition] * upgrade * random.between(0.92, 1.08)))
}

/** What a laptop is asked for, in dollars: within its model's usual range, in steps of five. */
export function askedPrice(
  { usedPrice: [least, most] }: Model,
  condition: Condition,
  random: Random,
): number {
  const [from, to] = IN_RANGE[condition]
  const price = least + (most - least) * random.between(from, to)
  return Math.round(price / 5) * 5 - (random.chance(0.15) ? 0.5 : 0)
}
