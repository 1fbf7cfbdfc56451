import { useEffect, useState } from 'react'
import { ROWS } from '#contract/limits.ts'
import { api } from '../api.ts'
import { userOf, useSession } from '../session/session.ts'

const NONE: ReadonlySet<string> = new Set()

/**
 * The ids of the laptops on the visitor's wishlist, if they are a buyer: of the hundred saved last, and none if the
 * list cannot be loaded. Saving one again does no harm, so neither case is reported.
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
