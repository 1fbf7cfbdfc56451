import type { UserType } from '#contract/choices.ts'
import type { User } from '#contract/users.ts'

/** The labels of the roles in the drawer. */
export const ROLE_LABELS: Record<UserType, string> = { admin: 'Admin', seller: 'Seller', buyer: 'Buyer' }

/** The page whose link shows the number of open reports. */
export const REPORTED_ITEMS = '/dashboard/reporteditems'

type Link = { to: string; label: string }

/** The pages of each role, in the order of its drawer; the first is where /dashboard leads. */
export const DASHBOARD_LINKS: Record<UserType, readonly [Link, ...Link[]]> = {
  admin: [
    { to: '/dashboard/sellers', label: 'All Sellers' },
    { to: '/dashboard/buyers', label: 'All Buyers' },
    { to: REPORTED_ITEMS, label: 'Reported Items' },
    { to: '/dashboard/audittrail', label: 'Audit Trail' },
  ],
  seller: [
    { to: '/dashboard/mybuyers', label: 'My Buyers' },
    { to: '/dashboard/myproducts', label: 'My Products' },
    { to: '/dashboard/addproducts', label: 'Add a Products' },
  ],
  buyer: [
    { to: '/dashboard/myorders', label: 'My Orders' },
    { to: '/dashboard/mywishlist', label: 'My Wishlist' },
  ],
}

/** The links for a signed-in person: the pages of their role, and the account page of everyone. */
export const linksOf = ({ userType }: User): readonly Link[] => [
  ...(userType ? DASHBOARD_LINKS[userType] : []),
  { to: '/dashboard/account', label: 'My Account' },
]
