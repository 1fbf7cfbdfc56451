import { isolate } from '#contract/isolate.ts'
import type { users } from '../database/schema.ts'

type Person = Pick<typeof users.$inferSelect, 'name' | 'emailVerified'>

/**
 * How a mail begins. Before an e-mail is proven a stranger may have typed it, with any name: then without one, as for
 * a guest.
 */
export const greet = (person: Person | undefined) =>
  person?.emailVerified ? `Hello ${isolate(person.name)},` : 'Hello,'
