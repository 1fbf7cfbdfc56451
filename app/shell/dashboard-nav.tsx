import type { User } from '#contract/users.ts'
import { Avatar } from '../ui/avatar.tsx'
import { EmailText } from '../ui/email-text.tsx'
import { linksOf, ROLE_LABELS } from './dashboard-links.ts'
import { LinkText } from './link-text.tsx'
import { SiteNavLink } from './site-link.tsx'

const ACCOUNT_LINKS = [
  { to: '/login', label: 'Sign In' },
  { to: '/signup', label: 'Sign Up' },
]

/** The dashboard's drawer: the person, the pages of their role, and the way to another account. */
export function DashboardNav({ user, label }: { user: User | undefined; label: string }) {
  return (
    <>
      {user && (
        <div className="mb-4 flex items-center gap-3 px-3 max-[20rem]:flex-wrap">
          <Avatar image={user.image} className="size-14" />
          <p className="min-w-0 text-sm">
            <bdi className="block font-semibold wrap-anywhere">{user.name}</bdi>
            {user.userType && (
              <span className="block text-xs font-semibold text-signal-text">
                {ROLE_LABELS[user.userType]}
              </span>
            )}
            <span className="block text-xs text-muted">
              <EmailText email={user.email} />
            </span>
          </p>
        </div>
      )}
      <nav aria-label={label}>
        <ul>
          {[...(user ? linksOf(user) : []), ...ACCOUNT_LINKS].map((link) => (
            <li key={link.to}>
              <SiteNavLink to={link.to} className="drawer-link">
                <LinkText {...link} />
              </SiteNavLink>
            </li>
          ))}
        </ul>
      </nav>
    </>
  )
}

/** The placeholder until the person is known: links that appear above others would push them down. */
export function NavSkeleton() {
  return (
    <div aria-hidden="true">
      <div className="mb-4 flex items-center gap-3 px-3">
        <div className="skeleton size-14" />
        <div className="skeleton h-10 grow" />
      </div>
      <div className="skeleton h-44" />
    </div>
  )
}
