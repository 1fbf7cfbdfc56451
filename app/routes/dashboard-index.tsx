import { useOutletContext } from 'react-router'
import type { User } from '#contract/users.ts'
import { Redirect } from '../dashboard/redirect.tsx'
import { DASHBOARD_LINKS } from '../shell/dashboard-links.ts'
import { ChooseRole } from './dashboard-index/choose-role.tsx'

/** Redirects each role to its first page. Somebody without a role chooses one. */
export default function DashboardIndex() {
  const user = useOutletContext<User>()
  if (!user.userType) return <ChooseRole user={user} />
  return <Redirect to={DASHBOARD_LINKS[user.userType][0].to} />
}
