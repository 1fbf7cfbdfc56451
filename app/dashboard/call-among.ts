import { isolate } from '#contract/isolate.ts'
import { whichLaptop } from '#contract/which-laptop.ts'
import { sayDay } from './personal-dates.ts'

type Offer = { sellerName: string | null; condition: string; purchaseYear: string; publishedDate: string }

/**
 * What the actions of a row call its laptop: by its name, and as `which` does where another of the list has that name
 * too: from button to button no more is heard.
 */
export function callAmong<Row>(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
  which: (row: Row) => string,
): (row: Row) => string {
  const shared = new Set(rows.map(nameOf).filter((name, at, all) => all.indexOf(name) < at))
  return (row) => (shared.has(nameOf(row)) ? which(row) : isolate(nameOf(row)))
}

/** A laptop by its name, and by what tells it apart from others of that name, of one seller or of several. */
export function callOffer(name: string, offer: Offer): string {
  const whose = offer.sellerName ? ` of ${isolate(offer.sellerName)}` : ''
  // A process of an older version, which answers while the shop is upgraded, does not say it of an order.
  const which = offer.publishedDate && whichLaptop(offer, sayDay(offer.publishedDate))
  return [`${isolate(name)}${whose}`, which].filter(Boolean).join(', ')
}
