/** Sent with every answer; an answer that sets one of these itself keeps its own value. */
const ALWAYS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(self)',
  'x-frame-options': 'DENY',
  // An answer that does not say how long it may be cached must not be cached: it may be about a person.
  'cache-control': 'no-store',
  // An answer that is no page needs no resources at all; a page brings its own policy.
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
} as const

/** The headers of an answer, named in lower case, and those that every answer carries. */
export function securityHeaders(own: Record<string, string>): Record<string, string> {
  return { ...ALWAYS, ...own }
}

/** The further header of a shop on https: come back only by https. */
export function transportHeaders({ https }: { https: boolean }): Record<string, string> {
  return https ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}
}

/** Sets the headers that every answer carries, errors included. */
export function withSecurityHeaders(response: Response, { https }: { https: boolean }): Response {
  const { headers } = response
  for (const [name, value] of Object.entries(ALWAYS)) if (!headers.has(name)) headers.set(name, value)
  for (const [name, value] of Object.entries(transportHeaders({ https }))) headers.set(name, value)
  return response
}
