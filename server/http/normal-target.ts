/** What nobody has to escape in a path (RFC 3986, 2.3), and is the same whether they do. */
const UNRESERVED = /^[A-Za-z0-9\-._~]$/

/**
 * The path and the query that a request asks for, in the one spelling by which it is looked for (RFC 3986, 6.2.2): without
 * the host that may stand before it, the fragment, `.` and `..`, and with nothing escaped that need not be. Otherwise what
 * looks at the target before it is routed, such as for the size of its body, could be led past by another spelling.
 * A target that is none is left to whoever refuses it.
 */
export function normalTarget(target: string): string {
  if (target.startsWith('/') && !/^[^?]*(?:%|\/\.)|#/.test(target)) return target
  if (!/^(?:\/|https?:\/\/)[^\\?#]*(?:[?#]|$)/i.test(target)) return target
  const url = URL.parse(target.startsWith('/') ? `http://host${target}` : target)
  return !url ? target : url.pathname.replace(/%[0-9a-f]{2}/gi, plainly) + url.search
}

function plainly(escaped: string): string {
  const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16))
  return UNRESERVED.test(character) ? character : escaped
}
