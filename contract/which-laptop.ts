import { isolate } from './isolate.ts'
import { purchaseMonths } from './purchase-months.ts'

type Laptop = { condition: string; purchaseYear: string }

/** Tells laptops apart to which their seller has given the same name; `added` is the day, as it is shown there. */
export const whichLaptop = ({ condition, purchaseYear }: Laptop, added: string): string =>
  `${condition}, ${sayUsed(purchaseYear)}, added ${added}`

/** Text that may be no duration, such as a calendar year, is left as its seller typed it. */
const sayUsed = (typed: string) =>
  purchaseMonths(typed) === null ? isolate(typed) : `${isolate(typed)} used`
