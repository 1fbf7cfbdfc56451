import { Navigate, useOutletContext } from 'react-router'
import type { User } from '#contract/users.ts'
import { DASHBOARD_LINKS, ROLE_LABELS } from '../dashboard-links.ts'
import { ChooseRole } from '../ui/choose-role.tsx'

/** Leads each role to its first page. Who has none yet reads what their account is. */
export default function DashboardIndex() {
  const user = useOutletContext<User>()
  if (!user.userType) return <ChooseRole user={user} />
  const first = DASHBOARD_LINKS[user.userType][0]
  if (first) return <Navigate to={first.to} replace />
  return (
    <section>
      <h1 className="text-xl">Your account</h1>
      <dl className="mt-6 grid max-w-md grid-cols-[auto_1fr] gap-x-8 gap-y-3 text-sm">
        <dt className="text-muted">Name</dt>
        <dd className="font-medium">{user.name}</dd>
        <dt className="text-muted">Email</dt>
        <dd className="font-medium wrap-anywhere">{user.email}</dd>
        <dt className="text-muted">Role</dt>
        <dd className="font-medium">{ROLE_LABELS[user.userType]}</dd>
        {user.userType === 'seller' && (
          <>
            <dt className="text-muted">Verification</dt>
            <dd className="font-medium">{user.verified ? 'Verified' : 'Not verified yet'}</dd>
          </>
        )}
      </dl>
    </section>
  )
}
