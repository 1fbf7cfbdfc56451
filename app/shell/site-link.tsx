import type { ReactNode } from 'react'
import { Link, NavLink, useLocation } from 'react-router'

type LinkProps = { to: string; className: string; children: ReactNode }
type NavLinkProps = LinkProps & { end?: boolean }

/*
 * The links that every page has. On the server they are written as React Router writes them, without all that it works
 * out for each to be pressed, which took a twelfth of the time in which a page is made.
 */

function WrittenLink({ to, ...rest }: LinkProps & { 'aria-current'?: 'page' }) {
  return <a {...rest} href={to} data-discover="true" />
}

/** Marked where it leads to the page that is shown or, but with `end`, to one above it. */
function WrittenNavLink({ end = false, className, ...rest }: NavLinkProps) {
  const here = useLocation().pathname.toLowerCase()
  const there = rest.to.toLowerCase()
  const isActive = here === there || (!end && here.startsWith(`${there}/`))
  const mark = isActive && ({ 'aria-current': 'page' } as const)
  return <WrittenLink {...rest} {...mark} className={isActive ? `${className} active` : className} />
}

export const SiteLink: (props: LinkProps) => ReactNode = import.meta.env.SSR ? WrittenLink : Link
export const SiteNavLink: (props: NavLinkProps) => ReactNode = import.meta.env.SSR ? WrittenNavLink : NavLink
