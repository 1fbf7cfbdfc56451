import { sitePath } from '#contract/site-path.ts'

/** Pages that make no sense for somebody signed in. The router accepts any spelling of a path. */
const SIGN_IN_PAGE = /^\/(login|signup)\/?([?#]|$)/i

/**
 * Where to go after signing in: the requested page, if it is one of ours and not a sign-in page; else the home page.
 */
export function nextPath(search: string): string {
  const next = sitePath(new URLSearchParams(search).get('next') ?? '/') ?? '/'
  return SIGN_IN_PAGE.test(next) ? '/' : next
}

/** The token in the path of a mailed link that confirms an e-mail, if the path is one. */
export function emailTokenIn(path: string): string | undefined {
  const { pathname, searchParams } = new URL(path, 'http://clamshell.invalid')
  return pathname === '/confirm-email' ? (searchParams.get('token') ?? undefined) : undefined
}
