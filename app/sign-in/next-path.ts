import { sitePath } from '#contract/site-path.ts'

/**
 * The pages of the site map, by the first part of their path. Not Login and Sign Up, which make no sense for somebody
 * signed in, nor what only the server answers, such as the API: the router would show "not found" there. The router
 * accepts any spelling of a path.
 */
const PAGE =
  /^\/(advertisedProducts|blogs|brand|confirm-email|dashboard|privacy|reset-password|terms)?(?=[/?#]|$)/i

/** Where to go after signing in: the requested page, if it is one of ours; else the home page. */
export function nextPath(search: string): string {
  const next = sitePath(new URLSearchParams(search).get('next') ?? '/') ?? '/'
  return PAGE.test(next) ? next : '/'
}

/** The token in the path of a mailed link that confirms an e-mail, if the path is one. */
export function emailTokenIn(path: string): string | undefined {
  const { pathname, searchParams } = new URL(path, 'http://clamshell.invalid')
  return pathname === '/confirm-email' ? (searchParams.get('token') ?? undefined) : undefined
}
