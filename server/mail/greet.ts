import { isolate } from '#contract/isolate.ts'
import type { users } from '../database/schema.ts'

type Person = Pick<typeof users.$inferSelect, 'name' | 'emailVerified'>

/**
 * The greeting of a mail. While an e-mail is unproven a stranger may have typed it, with any name: then the greeting
 * has none, as for a guest.
 */
export const greet = (person: Person | undefined) =>
  person?.emailVerified ? `Hello ${isolate(person.name)},` : 'Hello,'
