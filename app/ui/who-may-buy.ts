import type { Session } from '../session.ts'

/** Why this person cannot save a laptop; undefined where they can. */
export function whyNotWish(session: Session): string | undefined {
  if (session.status === 'none') return 'Sign in as a buyer to keep a wishlist.'
  if (session.status === 'loading') return 'Checking whether you are signed in.'
  if (session.status === 'failed')
    return 'We could not check whether you are signed in. Please load the page again.'
  return session.user.userType === 'buyer' ? undefined : 'Only buyers keep a wishlist.'
}

/** Why this person cannot order a laptop; undefined where they can: buyers, and visitors who are not signed in. */
export function whyNotOrder(session: Session): string | undefined {
  if (session.status !== 'signed-in' || session.user.userType === 'buyer') return undefined
  return 'Only buyers can order.'
}
