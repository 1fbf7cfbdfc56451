import type { ReactNode } from 'react'
import { useOutletContext } from 'react-router'
import type { UserType } from '#contract/choices.ts'
import type { User } from '#contract/users.ts'
import { LeadOn } from './lead-on.tsx'
import { NotAdmin } from './not-admin.tsx'

type Props = { only: UserType; children: (user: User) => ReactNode }

/**
 * A page of the dashboard that is one role's alone. Others are led to the first page of their own; who is not
 * an admin is told so at an admin's page, and signed out (specification, 2, Guards).
 */
export function ForRole({ only, children }: Props) {
  const user = useOutletContext<User>()
  if (user.userType === only) return children(user)
  return only === 'admin' ? <NotAdmin /> : <LeadOn to="/dashboard" />
}
