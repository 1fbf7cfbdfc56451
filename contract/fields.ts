import { z } from '@hono/zod-openapi'
import { characters, LENGTHS, ROWS } from './limits.ts'
import { centsFromDollars } from './money.ts'

/*
 * The fields that several shapes share. Text is trimmed and normalised (NFC) before it is measured. Refused are control
 * characters, lone surrogates, long runs of combining marks, direction overrides, and text in which nothing is visible.
 * Everything else is kept as typed.
 */

/* Fields with a message of their own use that; these replace the messages of zod, which name types. */
z.config({
  customError(issue) {
    if (issue.input === undefined) return 'Is required.'
    if (issue.code === 'too_small' && issue.input === '') return 'Is required.'
    if (issue.code === 'too_big' && issue.origin === 'string')
      return `Must have at most ${issue.maximum} characters.`
    if (issue.code === 'invalid_value') return `Must be one of: ${issue.values.join(', ')}.`
    if (issue.code !== 'invalid_type') return undefined
    // No field is an object: it is the body as a whole.
    if (issue.expected === 'object') return 'The body must be a JSON object.'
    if (issue.expected !== 'string') return undefined
    // Also a query field that is given twice.
    return Array.isArray(issue.input) ? 'Must be one text, not several.' : 'Must be text.'
  },
})

/**
 * Includes the line and paragraph separators: text after a paragraph separator may run in another direction, whatever
 * isolates it.
 */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u
/** For text of several lines: all control characters but tab and line break. */
const CONTROL_IN_LINES = /[^\P{Cc}\t\n\r]/u

/**
 * Overrides, embeddings and isolates of text direction: a laptop's name that ends with one would reorder the shop's own
 * words after it, such as a price. Letters have a direction of their own and need none.
 */
const TURNING = /[\u202A-\u202E\u2066\u2067]/
/** The isolates that the shop itself puts around user input (isolate.ts): text copied from a page contains them. */
const PUT_AROUND = /[\u2068\u2069]/g
/**
 * More combining marks on one letter than any script uses (UAX #15, Stream-Safe Text Format): they are drawn over the
 * lines above and below, and the time that normalising takes grows with the square of their number.
 */
const MANY_MARKS = /(?<!\p{M})\p{M}{31}/u
/** A visible character: no space, no combining mark alone, and no letter or sign that is drawn as nothing. */
const VISIBLE = /[^\p{C}\p{Z}\p{M}\u115F\u1160\u3164\uFFA0\u2800\uFFFC\u{13441}\u{13442}\u{1D159}]/u

/** The message for a value of another type; a missing one is still reported as required. */
const saying = (message: string) => ({
  error: ({ input }: { input?: unknown }) => (input === undefined ? undefined : message),
})

const tidy = (text: string) => text.normalize('NFC').trim()

/**
 * Whether a text can be stored and shown: no control characters, no lone surrogates, no direction overrides, no long
 * runs of combining marks.
 */
function isUsable(text: string, { lines = false } = {}): boolean {
  if (!text.isWellFormed() || MANY_MARKS.test(text)) return false
  return !(lines ? CONTROL_IN_LINES : CONTROL).test(text) && !TURNING.test(text)
}

function text(least: number, most: number, { lines = false } = {}) {
  return (
    z
      .string()
      // Much longer than allowed: stop before the costly checks.
      .max(most * 4, { abort: true, error: `Must have at most ${most} characters.` })
      .transform((value) => value.replace(PUT_AROUND, '').trim())
      .refine(
        (value) => isUsable(value, { lines }),
        // A tab comes along when a table cell is copied, and looks like a space or like nothing.
        `Contains ${lines ? '' : 'a tab or other '}characters that cannot be used.`,
      )
      .transform(tidy)
      .refine(
        (value) => characters(value) >= least && (least === 0 || VISIBLE.test(value)),
        least === 1 ? 'Is required.' : `Must have at least ${least} characters.`,
      )
      .refine((value) => characters(value) <= most, `Must have at most ${most} characters.`)
      .openapi({ type: 'string', minLength: least, maxLength: most })
  )
}

/** A UUID in lower case, so that each thing has exactly one id. An id of another shape cannot exist (404). */
export const Id = z
  .uuid(saying('Must be an id.'))
  .lowercase()
  .openapi({ format: 'uuid', example: '0198c7c5-0b7a-7cc0-8a52-6b1f6a0f7d3e' })
/** A brand as a caller names it; the shop itself shows it in upper case. Which ones there are, the database knows. */
export const BrandName = z
  .string()
  .toLowerCase()
  .min(1)
  .max(100, { abort: true })
  .refine((value) => isUsable(value), 'Contains characters that cannot be used.')
  .openapi({ example: 'hp' })

export const Name = text(1, LENGTHS.name)
export const Location = text(1, LENGTHS.location)
export const Description = text(1, LENGTHS.description, { lines: true })
export const Subject = text(1, LENGTHS.subject)
export const MessageText = text(1, LENGTHS.message, { lines: true })
/** Why a laptop is reported, or why a report is decided as it is. */
export const Reason = text(1, LENGTHS.reason, { lines: true })
/** What is typed into a search box: part of a name or an e-mail address. Empty finds everything. */
export const Search = text(0, LENGTHS.search).optional()
/** Part of a person's name or e-mail address, or their id, to find what concerns them. */
export const PersonSearch = text(0, 254).optional()
export const PurchaseYear = text(1, LENGTHS.purchaseYear).openapi({ example: '1Y 2M' })

/**
 * RFC 5322's dot-atom, and a domain of at least two labels. zod's own pattern refuses `&` and other valid characters,
 * and top-level domains in other scripts (`xn--p1ai`). No question mark: `=?…?=` would be decoded in a mail header.
 */
const ADDRESS =
  /^[\w!#$%&'*+/=^`{|}~-]+(?:\.[\w!#$%&'*+/=^`{|}~-]+)*@(?:[a-z0-9][a-z0-9-]*\.)+(?:[a-z]{2,}|xn--[a-z0-9-]+)$/

const LONGEST_EMAIL = 254

/** Normalised (NFC, trimmed, lower case): uniqueness and ownership are compared in this form. */
export const Email = z
  .string()
  // Much longer than allowed: stop before the costly checks.
  .max(1000, { abort: true, error: `Must have at most ${LONGEST_EMAIL} characters.` })
  .transform((value) => tidy(value).toLowerCase())
  .pipe(z.email({ pattern: ADDRESS, error: 'Please type a valid e-mail address.' }).max(LONGEST_EMAIL))
  .openapi({ type: 'string', format: 'email', maxLength: LONGEST_EMAIL })

/** The token identifies the caller. An e-mail that is sent beside it must be their own, else 403. */
export const OwnEmail = Email.optional().openapi({ description: 'The caller’s own, if sent.' })

const NO_PHONE = 'Please type a phone number of 5 to 15 digits.'
/** 5 to 15 digits, a plus in front allowed; text, so that a leading zero is kept. */
export const Phone = z
  .string(saying('Must be text, so that a leading zero is kept.'))
  .max(64, { abort: true, error: NO_PHONE })
  .trim()
  .regex(/^\+?[0-9]{5,15}$/, NO_PHONE)
  .openapi({ example: '01700000001' })

const NO_PRICE = 'Please type a price from 0.50 to 999999.99, like 449.50.'
/** Dollars, as a number or as typed text; becomes integer cents. */
export const Price = z
  .union([z.string(), z.number()], saying(NO_PRICE))
  .transform((value, context) => {
    const cents = centsFromDollars(value)
    if (cents === undefined) {
      context.addIssue({ code: 'custom', message: NO_PRICE })
      return z.NEVER
    }
    return cents
  })
  .openapi({
    type: ['string', 'number'],
    example: '449.50',
    description: 'Dollars, not cents, with at most two decimals: 0.50 to 999999.99.',
  })

/** Dollars in an answer. */
export const Dollars = z.number().openapi({ example: 449.5, description: 'Dollars, not cents.' })
export const Time = z.iso.datetime().openapi({ example: '2026-11-21T09:30:00.000Z' })
/** Where a picture is served. */
export const ImageUrl = z.string().openapi({
  example: '/api/images/93bfa7089341a3a958fa76b98dd8191f',
  description: 'Where the picture is, on this host; `?w=320`, `640` or `1280` asks for a width.',
})

/** A person's photo. */
export const PhotoUrl = z.string().nullable().openapi({
  description: 'The person’s photo, as a path on this host; null if there is none.',
})
export const YearsUsed = z
  .string()
  .openapi({ description: 'Years used, as the seller typed it.', example: '1Y 2M' })
export const ImageColor = z
  .string()
  .openapi({ example: '#3366cc', description: 'The colour that fills the place until the picture is there.' })

/** What the specification's insertions, changes and deletions answer. */
export const Inserted = z
  .object({
    acknowledged: z.literal(true),
    insertedId: z.string().openapi({ description: 'The id of what was added, now or before.' }),
  })
  .openapi('Inserted')
export const Modified = z
  .object({
    acknowledged: z.literal(true),
    modifiedCount: z.int().openapi({ description: '1, or 0 if it was like this before.' }),
  })
  .openapi('Modified')
export const Deleted = z
  .object({
    acknowledged: z.literal(true),
    deletedCount: z.int().openapi({ description: '1, or 0 if another call deleted it at that moment.' }),
  })
  .openapi('Deleted')

const NO_LIMIT = `Must be a number from 1 to ${ROWS.most}.`
/** How a list is paged: `limit` rows, those `after` the cursor that the `Link` header gave. */
export const Paging = z.object({
  limit: z
    .union([z.string(), z.number()], saying(NO_LIMIT))
    .refine((rows) => /^[1-9]\d{0,2}$/.test(String(rows)) && Number(rows) <= ROWS.most, NO_LIMIT)
    .transform(Number)
    .default(ROWS.usual)
    .openapi({
      type: 'integer',
      minimum: 1,
      maximum: ROWS.most,
      default: ROWS.usual,
      description: 'Rows in the answer, at most.',
    }),
  after: z
    .string()
    .max(200)
    .optional()
    .openapi({ description: 'Where the page begins: taken from the Link header of the page before.' }),
})
export type Paging = z.infer<typeof Paging>
