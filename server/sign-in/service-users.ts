import { boolean, customType, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/**
 * Longer than any address that the contract accepts (`Email`), so that no real address can be taken for an encoded one.
 */
const END = `${'_'.repeat(254)}@e-mail.invalid`

/**
 * An e-mail address in hexadecimal, as it is passed to the sign-in service, whose own pattern accepts fewer addresses
 * than the contract: none with a `&` before its @, and none below names in other scripts (`xn--p1ai`).
 */
export const inHex = (email: string): string => Buffer.from(email).toString('hex') + END

const asItIs = (given: string): string =>
  given.endsWith(END) ? Buffer.from(given.slice(0, -END.length), 'hex').toString() : given

const address = customType<{ data: string }>({ dataType: () => 'text', toDriver: asItIs })
const time = () => timestamp({ withTimezone: true, precision: 3 }).notNull().defaultNow()

/** The table of people for the sign-in service: it looks for and stores an address decoded. */
export const serviceUsers = pgTable('users', {
  id: uuid().primaryKey(),
  name: text().notNull(),
  email: address().notNull(),
  emailVerified: boolean().notNull().default(false),
  image: text(),
  createdAt: time(),
  updatedAt: time(),
})
