import { useCallback } from 'react'
import { useOutletContext } from 'react-router'
import type { User } from '#contract/users.ts'
import { api } from '../api.ts'
import { ROLE_LABELS } from '../shell/dashboard-links.ts'
import { useLoad } from '../use-load.ts'
import type { Route } from './+types/account'
import { EmailState } from './account/email-state.tsx'
import { PasswordSection } from './account/password-section.tsx'
import { SessionList } from './account/session-list.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'My Account · Clamshell' }]

/** One's own account, for every role: profile, password, and sessions. */
export default function Account() {
  const user = useOutletContext<User>()
  const sessions = useLoad(useCallback(() => api.get('/sessions'), []))
  return (
    <div className="grid gap-10">
      <section>
        <h1 className="mb-6 text-xl">My Account</h1>
        <dl className="grid max-w-xl grid-cols-[auto_minmax(0,1fr)] gap-x-8 gap-y-3 text-sm">
          <dt className="text-muted">Name</dt>
          <dd className="font-medium wrap-anywhere" dir="auto">
            {user.name}
          </dd>
          <dt className="text-muted">Email</dt>
          <dd>
            <EmailState user={user} />
          </dd>
          {user.userType && (
            <>
              <dt className="text-muted">Role</dt>
              <dd className="font-medium">{ROLE_LABELS[user.userType]}</dd>
            </>
          )}
          {user.userType === 'seller' && (
            <>
              <dt className="text-muted">Verification</dt>
              <dd className="font-medium">{user.verified ? 'Verified' : 'Not verified yet'}</dd>
            </>
          )}
        </dl>
      </section>
      <PasswordSection user={user} onChanged={sessions.reload} />
      <SessionList sessions={sessions} />
    </div>
  )
}
