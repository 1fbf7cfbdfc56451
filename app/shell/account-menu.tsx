import { useRef } from 'react'
import { Link } from 'react-router'
import type { User } from '#contract/users.ts'
import { SignOutButton } from '../session/sign-out-button.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { EmailText } from '../ui/email-text.tsx'
import { useLeavingFocus } from '../use-leaving-focus.ts'
import { linksOf } from './dashboard-links.ts'
import { hidePopover, hideWhenLeft } from './hide-popover.ts'
import { LinkText } from './link-text.tsx'

/** The avatar in the top bar, and its menu. */
export function AccountMenu({ user }: { user: User }) {
  const part = useRef<HTMLDivElement>(null)
  useLeavingFocus(part)
  return (
    <div ref={part}>
      <button
        type="button"
        popoverTarget="account"
        className="grid size-11 place-items-center rounded-full"
        aria-label={`Account of ${user.name}`}
      >
        <Avatar image={user.image} />
      </button>
      <div id="account" popover="auto" onBlurCapture={hideWhenLeft} className="account-menu">
        <div className="flex items-center gap-3 p-3 max-[20rem]:flex-wrap">
          <Avatar image={user.image} className="size-11" />
          <p className="min-w-0 text-sm">
            <bdi className="block truncate font-semibold">{user.name}</bdi>
            <span className="block text-muted">
              <EmailText email={user.email} />
            </span>
          </p>
        </div>
        <div className="hinge my-1" />
        <ul>
          {linksOf(user).map((link) => (
            <li key={link.to}>
              <Link to={link.to} className="menu-link" onClickCapture={hidePopover}>
                <LinkText {...link} />
              </Link>
            </li>
          ))}
          <li>
            <SignOutButton className="menu-link" />
          </li>
        </ul>
      </div>
    </div>
  )
}
