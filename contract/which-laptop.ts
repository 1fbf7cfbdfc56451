import { isolate } from './isolate.ts'

type Laptop = { condition: string; purchaseYear: string }

/** Tells laptops apart to which their seller has given the same name; `added` is the day, as it is shown there. */
export const whichLaptop = ({ condition, purchaseYear }: Laptop, added: string): string =>
  `${condition}, ${isolate(purchaseYear)} used, added ${added}`
