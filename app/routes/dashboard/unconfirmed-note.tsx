import { useLocation } from 'react-router'
import type { User } from '#contract/users.ts'
import { SendConfirmation } from '../../account/send-mail-button.tsx'
import { DASHBOARD_LINKS } from '../../shell/dashboard-links.ts'

/** Says that one's e-mail is not confirmed; only on the first page of the dashboard. */
export function UnconfirmedNote({ user: { email, emailProven, userType } }: { user: User }) {
  const { pathname } = useLocation()
  const first = userType && DASHBOARD_LINKS[userType][0].to
  if (emailProven || pathname !== first) return null
  return (
    <p className="mb-6 text-sm wrap-anywhere text-muted">
      {email} is not confirmed yet: please follow the link in our e-mail.{' '}
      <SendConfirmation className="link inline-flex min-h-6 cursor-pointer items-center gap-2 font-medium text-ink" />
    </p>
  )
}
