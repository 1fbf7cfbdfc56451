import { BUYER, SELLER } from '#server/demo/people.ts'
import type { GoogleAccount } from './google-sandbox.ts'

/** Who can be chosen at the stand-in: each shows another thing that a Google sign-in does. */
export const DEMO_ACCOUNTS: readonly GoogleAccount[] = [
  { name: 'Nusrat Jahan', email: 'nusrat.jahan@gmail.test', note: 'New here: becomes a buyer.' },
  { name: 'Demo buyer', email: BUYER.email, note: 'The buyer of the demo data.' },
  {
    name: 'Demo seller',
    email: SELLER.email,
    note: 'The seller of the demo data: stays a seller.',
  },
  {
    name: 'Unproven Person',
    email: 'unproven@gmail.test',
    emailVerified: false,
    note: 'Has not verified this e-mail with Google: is refused.',
  },
]
