/* The limits of the shop: the shapes enforce them, and the pages tell of them before anything is sent. */

/** Counts characters, not UTF-16 units, of which some characters take two. */
export const characters = (text: string): number => [...text].length

/** The greatest lengths, in characters. */
export const LENGTHS = {
  name: 80,
  location: 120,
  purchaseYear: 20,
  description: 2000,
  subject: 120,
  message: 4000,
  reason: 500,
  search: 100,
} as const
export const LEAST_PASSWORD = 8

/** How many rows of a list are answered by default, and at most. */
export const ROWS = { usual: 24, most: 100 } as const

/** For how many days a boost advertises a laptop (D29 of docs/decisions/0010). */
export const BOOST_DAYS = 14

/** How long a laptop is kept for the buyer who is paying (D23 of docs/decisions/0010). */
export const HOLD_MINUTES = 15

/** How many times a buyer can have the same laptop kept, within how many hours. */
export const HOLDS = { most: 3, hours: 2 } as const

/** For how long a mailed link to choose a new password works. */
export const PASSWORD_LINK_MINUTES = 30

/** Enough for a photo of any phone. */
export const MOST_IMAGE_MB = 8
export const MOST_IMAGE_BYTES = MOST_IMAGE_MB * 1024 * 1024
