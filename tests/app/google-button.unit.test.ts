import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, it } from 'vitest'
import { GoogleButton } from '#app/sign-in/google-button.tsx'

/** The button's HTML on Login, which the server renders the same for everyone. */
function html(google: boolean, search = '') {
  const Stub = createRoutesStub([
    { id: 'root', path: '/login', loader: () => ({ google }), Component: GoogleButton },
  ])
  const hydrationData = { loaderData: { root: { google } } }
  return renderToString(createElement(Stub, { initialEntries: [`/login${search}`], hydrationData }))
}

it('is shown when Google sign-in is offered, and hidden otherwise', () => {
  expect(html(true)).toContain('Sign in with Google')
  expect(html(false)).toBe('')
})

it('explains a failed sign-in in its own words, never in those of the URL', () => {
  expect(html(true, '?google=failed&reason=expired')).toContain('took too long')
  expect(html(true, '?google=failed&reason=toString')).toContain('The sign-in with Google failed.')
  expect(html(true, '?google=failed&reason=Call+555-0100')).not.toContain('555-0100')
})

it('reports a cancelled account choice without role="alert"', () => {
  const page = html(true, '?google=cancelled')
  expect(page).toContain('No Google account was chosen')
  expect(page).not.toContain('role="alert"')
})
