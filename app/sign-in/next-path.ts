import { sitePath } from '#contract/site-path.ts'

/** Where to go after signing in: the page that was asked for, so long as it is one of ours; else the home page. */
export const nextPath = (search: string): string =>
  sitePath(new URLSearchParams(search).get('next') ?? '/') ?? '/'

/** The token of the mailed link to which a path leads back, where it is the one that confirms an e-mail. */
export function emailTokenIn(path: string): string | undefined {
  const { pathname, searchParams } = new URL(path, 'http://clamshell.invalid')
  return pathname === '/confirm-email' ? (searchParams.get('token') ?? undefined) : undefined
}
