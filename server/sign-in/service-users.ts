import { boolean, customType, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** Longer than any address that the contract takes (`Email`), so that none can be taken for one in digits. */
const END = `${'_'.repeat(254)}@e-mail.invalid`

/**
 * An e-mail address in hexadecimal digits, as the sign-in service is given what was typed: its own pattern takes fewer than
 * the contract's, none with a `&` before its @ and none below names of other scripts (`xn--p1ai`).
 */
export const inDigits = (email: string): string => Buffer.from(email).toString('hex') + END

const asItIs = (given: string): string =>
  given.endsWith(END) ? Buffer.from(given.slice(0, -END.length), 'hex').toString() : given

const address = customType<{ data: string }>({ dataType: () => 'text', toDriver: asItIs })
const time = () => timestamp({ withTimezone: true, precision: 3 }).notNull().defaultNow()

/** The table of people with what the service knows of them: it looks for an address, and keeps it, as it is. */
export const serviceUsers = pgTable('users', {
  id: uuid().primaryKey(),
  name: text().notNull(),
  email: address().notNull(),
  emailVerified: boolean().notNull().default(false),
  image: text(),
  createdAt: time(),
  updatedAt: time(),
})
