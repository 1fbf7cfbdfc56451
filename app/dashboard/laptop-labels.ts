import { isolate } from '#contract/isolate.ts'
import { whichLaptop } from '#contract/which-laptop.ts'
import { formatLocalDay } from './local-dates.ts'

type Offer = { sellerName: string | null; condition: string; purchaseYear: string; publishedDate: string }

/**
 * The name by which a row's actions call its laptop, with `which` added if another in the list has the same name: a
 * screen-reader user who goes from button to button hears nothing else.
 */
export function labelAmong<Row>(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
  which: (row: Row) => string,
): (row: Row) => string {
  const shared = new Set(rows.map(nameOf).filter((name, at, all) => all.indexOf(name) < at))
  return (row) => (shared.has(nameOf(row)) ? which(row) : isolate(nameOf(row)))
}

/** A laptop's name, with what tells it apart from others of that name, of one seller or of several. */
export function labelOffer(name: string, offer: Offer): string {
  const whose = offer.sellerName ? ` of ${isolate(offer.sellerName)}` : ''
  return `${isolate(name)}${whose}, ${whichLaptop(offer, formatLocalDay(offer.publishedDate))}`
}
