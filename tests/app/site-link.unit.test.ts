import { createElement, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { Link, MemoryRouter, NavLink } from 'react-router'
import { expect, test } from 'vitest'
import { SiteLink, SiteNavLink } from '#app/shell/site-link.tsx'

/* On hydration React keeps the server's HTML, and does not fix attributes that differ. */

const written = (location: string, link: ReactNode) =>
  renderToString(createElement(MemoryRouter, { initialEntries: [location] }, link))

test.each(['/', '/advertisedProducts', '/#about', '/blogs'])(
  'a link to %s renders the same HTML as the Link of the router',
  (to) => {
    const props = { to, className: 'link', children: 'There' }
    expect(written('/blogs', createElement(SiteLink, props))).toBe(
      written('/blogs', createElement(Link, props)),
    )
  },
)

const places = [
  '/',
  '/blogs',
  '/blogs/',
  '/blogs/a-post',
  '/blogsters',
  '/Brand/HP',
  '/brand/hp',
  '/brand/hp?after=mark#top',
  '/dashboard',
  '/dashboard/account',
]
const links = places.filter((place) => !/[?]|\/$/.test(place) || place === '/')

test.each(places)('at %s the same links are active as with the NavLink of the router', (place) => {
  for (const end of [undefined, false, true])
    for (const to of links) {
      const props = { to, className: 'bar-link', children: 'There', ...(end !== undefined && { end }) }
      const ours = written(place, createElement(SiteNavLink, props))
      expect(ours, `${to}, end: ${end}`).toBe(written(place, createElement(NavLink, props)))
    }
})

test('the server uses its own link components instead of those of the router', () => {
  expect(SiteLink).not.toBe(Link)
  expect(SiteNavLink).not.toBe(NavLink)
})
