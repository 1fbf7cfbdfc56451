import { accountScreens } from './account-screens.ts'
import { adminScreens } from './admin-screens.ts'
import { buyerScreens } from './buyer-screens.ts'
import { publicScreens } from './public-screens.ts'
import type { Screen } from './screen.ts'
import { sellerScreens } from './seller-screens.ts'

/** Every screen with a picture, in the order of the contact sheet. */
export const screens: readonly Screen[] = [
  ...publicScreens,
  ...accountScreens,
  ...buyerScreens,
  ...sellerScreens,
  ...adminScreens,
]
