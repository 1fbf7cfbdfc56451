import type { UserType } from '#contract/choices.ts'

/** How a role is called in the drawer. */
export const ROLE_LABELS: Record<UserType, string> = { admin: 'Admin', seller: 'Seller', buyer: 'Buyer' }

/** The pages of each role, in the order of its drawer; the first is where /dashboard leads. */
export const DASHBOARD_LINKS: Record<UserType, readonly { to: string; label: string }[]> = {
  admin: [],
  seller: [],
  buyer: [
    { to: '/dashboard/myorders', label: 'My Orders' },
    { to: '/dashboard/mywishlist', label: 'My Wishlist' },
  ],
}
