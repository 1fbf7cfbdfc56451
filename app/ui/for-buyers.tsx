import type { ReactNode } from 'react'
import { Navigate, useOutletContext } from 'react-router'
import type { User } from '#contract/users.ts'

/** A page of the dashboard that is the buyers' alone; others are led to the first page of their own. */
export function ForBuyers({ children }: { children: (user: User) => ReactNode }) {
  const user = useOutletContext<User>()
  return user.userType === 'buyer' ? children(user) : <Navigate to="/dashboard" replace />
}
