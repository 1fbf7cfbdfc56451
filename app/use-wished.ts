import { useEffect, useState } from 'react'
import { ROWS } from '#contract/limits.ts'
import { api } from './api.ts'
import { useSession } from './session.ts'

const NONE: ReadonlySet<string> = new Set()

/**
 * The ids of the laptops on the wishlist of the buyer who looks: of the hundred that they saved last, and none where
 * the list cannot be had. To save one again is no mistake, so nothing is said of either.
 */
export function useWished(): ReadonlySet<string> {
  const session = useSession()
  const [found, setFound] = useState({ email: '', ids: NONE })
  const email =
    session.status === 'signed-in' && session.user.userType === 'buyer' ? session.user.email : undefined
  useEffect(() => {
    if (!email) return
    api.get('/wishlist', { query: { email, limit: ROWS.most } }).then(
      (wishes) => setFound({ email, ids: new Set(wishes.map(({ productId }) => productId)) }),
      () => {},
    )
  }, [email])
  return found.email === email ? found.ids : NONE
}
