/**
 * Where to go after signing in: the page that was asked for, so long as it is one of ours. Anything that
 * could lead elsewhere (`//host`, `/\host`, a scheme) becomes the home page.
 */
export function nextPath(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? '/'
  if (!/^\/(?![/\\])/.test(next)) return '/'
  const url = new URL(next, 'http://clamshell.invalid')
  return url.host === 'clamshell.invalid' ? url.pathname + url.search + url.hash : '/'
}
