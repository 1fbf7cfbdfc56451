import type { ReactNode } from 'react'
import { useOutletContext } from 'react-router'
import type { UserType } from '#contract/choices.ts'
import type { User } from '#contract/users.ts'
import { NotAdmin } from './not-admin.tsx'
import { Redirect } from './redirect.tsx'

type Props = { only: UserType; children: (user: User) => ReactNode }

/**
 * A page of the dashboard for one role. Others are redirected to the first page of their own role; on an admin's page
 * somebody else is told that they are no admin, and signed out (specification, 2, Guards).
 */
export function ForRole({ only, children }: Props) {
  const user = useOutletContext<User>()
  if (user.userType === only) return children(user)
  return only === 'admin' ? <NotAdmin /> : <Redirect to="/dashboard" />
}
