/** Where an answer has its own word for one of these, that counts. */
const ALWAYS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(self)',
  'x-frame-options': 'DENY',
  // What does not say how long it may be kept is kept by nobody: it may be about a person.
  'cache-control': 'no-store',
} as const
/** An answer that is no page needs nothing at all. */
const NO_PAGE = "default-src 'none'; frame-ancestors 'none'"

/** Sets the headers that every answer carries, errors included; a page brings its own content policy. */
export function withSecurityHeaders(response: Response, { https }: { https: boolean }): Response {
  const headers = new Headers(response.headers)
  for (const [name, value] of Object.entries(ALWAYS)) if (!headers.has(name)) headers.set(name, value)
  if (!headers.has('content-security-policy')) headers.set('content-security-policy', NO_PAGE)
  if (https) headers.set('strict-transport-security', 'max-age=31536000; includeSubDomains')
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers })
}
