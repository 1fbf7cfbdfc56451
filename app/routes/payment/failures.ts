import { isolate } from '#contract/isolate.ts'

/* How what is said in the corner begins, for whoever has left the page before the payment of a laptop ended. */

export const notPaid = (name: string): string => `${isolate(name)} was not paid.`
export const mayBeCharged = (name: string): string =>
  `Your card may have been charged for ${isolate(name)}; do not pay again.`
