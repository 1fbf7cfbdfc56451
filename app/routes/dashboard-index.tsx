import { useOutletContext } from 'react-router'
import type { User } from '#contract/users.ts'
import { DASHBOARD_LINKS } from '../dashboard-links.ts'
import { LeadOn } from '../ui/lead-on.tsx'
import { ChooseRole } from './dashboard-index/choose-role.tsx'

/** Leads each role to its first page. Who has none yet chooses one. */
export default function DashboardIndex() {
  const user = useOutletContext<User>()
  if (!user.userType) return <ChooseRole user={user} />
  return <LeadOn to={DASHBOARD_LINKS[user.userType][0].to} />
}
