import type { User } from '#contract/users.ts'
import { CloseIcon } from '../ui/icons.tsx'
import { DashboardNav } from './dashboard-nav.tsx'
import { hidePopover, hideWhenLeft } from './hide-popover.ts'
import { Logo } from './logo.tsx'
import { SiteNavLink } from './site-link.tsx'

type Props = { links: readonly { to: string; label: string }[]; user: User | undefined }

/**
 * On small screens: the links of the site and of the dashboard, from the side. A popover, so it opens without script.
 */
export function Drawer({ links, user }: Props) {
  return (
    <div id="drawer" popover="auto" onBlurCapture={hideWhenLeft} className="drawer">
      <div className="mb-4 flex items-center justify-between">
        <Logo />
        <button
          type="button"
          popoverTarget="drawer"
          popoverTargetAction="hide"
          className="icon-action border-transparent"
          aria-label="Close the menu"
        >
          <CloseIcon />
        </button>
      </div>
      <div onClickCapture={hidePopover}>
        <nav aria-label="Site, in the menu">
          <ul>
            {links.map(({ to, label }) => (
              <li key={to}>
                <SiteNavLink to={to} end={to === '/' || to === '/dashboard'} className="drawer-link">
                  {label}
                </SiteNavLink>
              </li>
            ))}
          </ul>
        </nav>
        <div className="hinge my-4" />
        <DashboardNav user={user} label="Dashboard, in the menu" />
      </div>
    </div>
  )
}
