import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { IMAGE_WIDTHS } from '#contract/choices.ts'

const PATH = '/api/images/'
const ID = /^[0-9a-f]{32}$/

/** Whether a text has the form of an image's id: 128 random bits, in hexadecimal. */
export const isImageId = (text: string): boolean => ID.test(text)

/** Where a picture is served: `/api/images/{id}`. */
export const imageUrl = (id: string): string => PATH + id

/** The same, written by the database. */
export const imageUrlOf = (id: PgColumn): SQL<string> => sql`${sql.raw(`'${PATH}'`)} || ${id}`

/** The id in such a url, or undefined for anything else: a url from elsewhere is never followed. */
export function imageIdOf(url: string): string | undefined {
  const id = url.startsWith(PATH) ? url.slice(PATH.length) : ''
  return isImageId(id) ? id : undefined
}

/** The key under which the image store has the copy of a picture for a width. */
export const imageKey = (id: string, width: (typeof IMAGE_WIDTHS)[number]): string => `${id}-${width}.webp`
