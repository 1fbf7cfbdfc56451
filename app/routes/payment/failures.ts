import { isolate } from '#contract/isolate.ts'

/* The beginnings of toasts for somebody who has left the page before the payment of a laptop ended. */

export const notPaid = (name: string): string => `${isolate(name)} was not paid for.`
export const mayBeCharged = (name: string): string =>
  `Your card may have been charged for ${isolate(name)}; do not pay again.`
