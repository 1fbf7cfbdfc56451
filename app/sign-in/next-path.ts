import { sitePath } from '#contract/site-path.ts'

/** What has nothing for whoever is signed in. The site map takes an address in any spelling. */
const SIGN_IN_PAGE = /^\/(login|signup)\/?([?#]|$)/i

/**
 * Where to go after signing in: the page that was asked for, so long as it is one of ours, and not where one signs in; else
 * the home page.
 */
export function nextPath(search: string): string {
  const next = sitePath(new URLSearchParams(search).get('next') ?? '/') ?? '/'
  return SIGN_IN_PAGE.test(next) ? '/' : next
}

/** The token of the mailed link to which a path leads back, where it is the one that confirms an e-mail. */
export function emailTokenIn(path: string): string | undefined {
  const { pathname, searchParams } = new URL(path, 'http://clamshell.invalid')
  return pathname === '/confirm-email' ? (searchParams.get('token') ?? undefined) : undefined
}
