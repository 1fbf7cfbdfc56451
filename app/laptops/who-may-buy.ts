import type { User } from '#contract/users.ts'
import type { Session } from '../session/session.ts'

/** Why this person cannot save a laptop; undefined if they can. */
export function whyNotWish(session: Session): string | undefined {
  if (session.status === 'none') return 'Sign in as a buyer to keep a wishlist.'
  if (session.status === 'loading') return 'Checking whether you are signed in.'
  if (session.status === 'failed')
    return 'We could not check whether you are signed in. Please load the page again.'
  return whyNoBuyer(session.user, 'Only buyers can keep a wishlist.')
}

/** Why this person cannot order a laptop; undefined if they can: buyers, and visitors who are not signed in. */
export function whyNotOrder(session: Session): string | undefined {
  return session.status === 'signed-in' ? whyNoBuyer(session.user, 'Only buyers can order.') : undefined
}

function whyNoBuyer({ userType }: User, otherwise: string): string | undefined {
  // An unfinished sign-up.
  if (!userType) return 'Finish your sign-up under Dashboard first.'
  return userType === 'buyer' ? undefined : otherwise
}
