import type { Changes } from './change.ts'
import { CHANGES_BY_BUYERS } from './changes-by-buyers.ts'
import { CHANGES_BY_PEOPLE, CHANGES_OF_SIGN_IN } from './changes-by-people.ts'
import { CHANGES_BY_SELLERS } from './changes-by-sellers.ts'

/** Every change that a call of the contract makes. */
export const CALLS: Changes = { ...CHANGES_BY_BUYERS, ...CHANGES_BY_SELLERS, ...CHANGES_BY_PEOPLE }
/** Those of the sign-in service, too. */
export const ALL: Changes = { ...CALLS, ...CHANGES_OF_SIGN_IN }
