import { ACCOUNT_ROWS } from './matrix-accounts.ts'
import { DEALING_ROWS } from './matrix-dealings.ts'
import { PUBLIC_ROWS } from './matrix-public.ts'
import { SIGN_IN_ROWS } from './matrix-sign-in.ts'
import type { Row } from './row.ts'

/** Who may do what: every call of the shop, and the result for each kind of caller. */
export const MATRIX: Row[] = [...PUBLIC_ROWS, ...SIGN_IN_ROWS, ...ACCOUNT_ROWS, ...DEALING_ROWS]
