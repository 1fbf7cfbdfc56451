import { useEffect, useState } from 'react'
import { ROWS } from '#contract/limits.ts'
import { api } from '../api.ts'
import { userOf, useSession } from '../session/session.ts'

const NONE: ReadonlySet<string> = new Set()

/**
 * The ids of the laptops on the wishlist of the buyer who looks: of the hundred that they saved last, and none where
 * the list cannot be had. To save one again is no mistake, so nothing is said of either.
 */
export function useWished(): ReadonlySet<string> {
  const user = userOf(useSession())
  const [wished, setWished] = useState(NONE)
  const email = user?.userType === 'buyer' ? user.email : undefined
  useEffect(() => {
    if (!email) return
    let isLate = false
    api.get('/wishlist', { query: { email, limit: ROWS.most } }).then(
      (wishes) => isLate || setWished(new Set(wishes.map(({ productId }) => productId))),
      () => {},
    )
    return () => {
      isLate = true
      setWished(NONE)
    }
  }, [email])
  return wished
}
