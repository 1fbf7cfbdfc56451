import { useSyncExternalStore } from 'react'
import { useMatches } from 'react-router'
import type { Brand } from '#contract/products.ts'
import { onTokenChange, readToken } from '../session/access-token.ts'
import { userOf, useSession } from '../session/session.ts'
import { MenuIcon } from '../ui/icons.tsx'
import { AccountMenu } from './account-menu.tsx'
import { Drawer } from './drawer.tsx'
import { Logo } from './logo.tsx'
import { SiteLink, SiteNavLink } from './site-link.tsx'
import { ThemeToggle } from './theme-toggle.tsx'

/** The links of the top bar and the drawer, in the specification's order. */
function siteLinks(brands: readonly Brand[], signedIn: boolean) {
  return [
    { to: '/', label: 'Home' },
    { to: '/advertisedProducts', label: 'Ads Products' },
    ...brands.map(({ _id, brand }) => ({ to: `/brand/${_id}`, label: brand.toUpperCase() })),
    { to: '/blogs', label: 'Blogs' },
    signedIn ? { to: '/dashboard', label: 'Dashboard' } : { to: '/login', label: 'Login' },
  ]
}

/** The bar at the top of every page: its links, and the person. */
export function TopBar({ brands }: { brands: readonly Brand[] }) {
  const session = useSession()
  const user = userOf(session)
  const onDashboard = useMatches().some(({ id }) => id === 'routes/dashboard')
  // Most visitors have no token: then nothing is rendered again after hydration.
  const hasToken = useSyncExternalStore(
    onTokenChange,
    () => readToken() !== undefined,
    () => false,
  )
  // Before it is known who is signed in, or if it cannot be: only somebody signed in gets a document of the dashboard,
  // or has a token.
  const mayBe = onDashboard || hasToken
  const signedIn = user !== undefined || (mayBe && session.status !== 'none')
  const links = siteLinks(brands, signedIn)
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-paper">
      <div className="column flex h-16 items-center gap-3 max-[20rem]:gap-1 max-[20rem]:px-2">
        <button
          type="button"
          popoverTarget="drawer"
          className="icon-action -ml-2 border-transparent lg:hidden"
          aria-label="Menu"
        >
          <MenuIcon />
        </button>
        <SiteLink to="/" className="mr-auto flex rounded-lg py-2 lg:mr-8">
          <Logo />
        </SiteLink>
        <nav aria-label="Site" className="mr-auto hidden lg:block">
          <ul className="flex items-center gap-6">
            {links.map(({ to, label }, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the keyboard stays on the last, wherever it leads
              <li key={place}>
                <SiteNavLink to={to} end={to === '/'} className="bar-link">
                  {label}
                </SiteNavLink>
              </li>
            ))}
          </ul>
        </nav>
        {/* Before the toggle, where there is room: nothing moves when it appears. */}
        {user && <AccountMenu user={user} />}
        <ThemeToggle />
      </div>
      <Drawer links={links} user={user} />
    </header>
  )
}
