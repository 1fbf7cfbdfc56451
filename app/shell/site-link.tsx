import type { ReactNode } from 'react'
import { Link, NavLink, useLocation } from 'react-router'

type LinkProps = { to: string; className: string; children: ReactNode }
type NavLinkProps = LinkProps & { end?: boolean }

/*
 * The links that every page has. On the server they are written as React Router writes them, without all that it works
 * out for each to be pressed, which took a twelfth of the time in which a page is made.
 */

function WrittenLink({ to, ...rest }: LinkProps & { 'aria-current'?: 'page' | undefined }) {
  return <a {...rest} href={to} data-discover="true" />
}

/** Marked where it leads to the page that is shown or, but with `end`, to one above it. */
function WrittenNavLink({ end = false, className, ...rest }: NavLinkProps) {
  const here = useLocation().pathname.toLowerCase()
  const there = rest.to.toLowerCase()
  const isActive = here === there || (!end && here.startsWith(`${there}/`))
  const marked = isActive ? `${className} active` : className
  return <WrittenLink {...rest} aria-current={isActive ? 'page' : undefined} className={marked} />
}

export const SiteLink: (props: LinkProps) => ReactNode = import.meta.env.SSR ? WrittenLink : Link
export const SiteNavLink: (props: NavLinkProps) => ReactNode = import.meta.env.SSR ? WrittenNavLink : NavLink
