/** Requests and their expected responses, for the headers that every response has. */
export type Asked = {
  method?: string
  path: string
  headers?: Record<string, string>
  body?: string | Uint8Array<ArrayBuffer>
  /** Sends the buyer's cookie, or their access token. */
  as?: 'cookie' | 'token'
  status: number
  /** The expected Cache-Control; no-store by default. */
  kept?: RegExp
}

const JSON_TYPE = { 'content-type': 'application/json' }
/** The public address of the tested shop. */
export const ORIGIN = 'https://localhost:8443'

const OWN = { origin: ORIGIN, ...JSON_TYPE }
const FOREIGN = { origin: 'https://evil.example', ...JSON_TYPE }
const FOR_A_SECOND = /^public, max-age=0, s-maxage=1, must-revalidate, stale-while-revalidate=1$/
const ASK_AGAIN = /^no-cache$/
const FOR_A_YEAR = /^public, max-age=31536000, immutable$/
const FOR_A_YEAR_IN_BROWSERS = /^public, max-age=31536000, s-maxage=3600, immutable$/
const NOBODY = '01900000-0000-7000-8000-000000000000'
const BUYER = 'buyer@clamshell.test'

/** `picture` and `script` are addresses that the shop's pages name; `tag` is the home page's. */
export const answersOf = ({
  picture,
  script,
  tag,
}: Record<'picture' | 'script' | 'tag', string>): Asked[] => [
  { path: '/', status: 200, kept: FOR_A_SECOND },
  { path: '/', method: 'HEAD', status: 200, kept: FOR_A_SECOND },
  { path: '/', status: 200, kept: FOR_A_SECOND, headers: { 'accept-encoding': 'br' } },
  { path: '/', status: 304, kept: FOR_A_SECOND, headers: { 'if-none-match': tag } },
  { path: '/brand/hp', status: 200, kept: FOR_A_SECOND },
  { path: '/brand/nothing', status: 404, kept: ASK_AGAIN },
  { path: '/blogs.xml', status: 200, kept: /^public/ },
  { path: '/sitemap.xml', status: 200, kept: /^public/ },
  { path: '/robots.txt', status: 200, kept: /^public/ },
  { path: '/login', status: 200, kept: ASK_AGAIN },
  { path: '/reset-password?token=x', status: 200 },
  { path: '/confirm-email?token=x', status: 200 },
  { path: '/nothing', status: 404, kept: ASK_AGAIN },
  { path: '/%zz', status: 404, kept: ASK_AGAIN },
  { path: '/', method: 'POST', body: 'x', status: 405 },
  { path: '/dashboard', status: 302 },
  { path: '/dashboard/myorders', status: 200, as: 'cookie' },
  { path: '/dashboard/addproducts', status: 302, as: 'cookie' },
  { path: script, status: 200, kept: FOR_A_YEAR },
  { path: '/favicon.svg', status: 200, kept: /^public, max-age=3600$/ },
  { path: picture, status: 200, kept: FOR_A_YEAR_IN_BROWSERS },
  { path: '/api/images/00000000000000000000000000000000', status: 404 },
  { path: '/api/brands', status: 200 },
  { path: '/api/products?limit=1', status: 200 },
  { path: '/api/products?limit=nonsense', status: 400 },
  { path: '/api/openapi.json', status: 200 },
  { path: '/api/docs', status: 200 },
  { path: '/api/nothing', status: 404 },
  { path: '/api/brands', method: 'PUT', status: 405 },
  { path: '/api/brands', method: 'OPTIONS', headers: FOREIGN, status: 405 },
  { path: `/api/bookings?email=${BUYER}`, status: 200, as: 'token' },
  { path: `/api/bookings?email=${BUYER}`, method: 'HEAD', status: 200, as: 'token' },
  { path: `/api/bookings?email=${BUYER}`, status: 401 },
  { path: `/api/bookings?email=${BUYER}`, status: 401, as: 'cookie' },
  { path: '/api/bookings?email=seller@clamshell.test', status: 403, as: 'token' },
  { path: `/api/booking/${NOBODY}`, status: 404, as: 'token' },
  { path: `/api/user?email=${BUYER}`, status: 200, as: 'token' },
  { path: '/api/sessions', status: 200, as: 'token' },
  { path: '/api/booking', method: 'POST', status: 400, as: 'token', headers: JSON_TYPE, body: '{' },
  { path: '/api/booking', method: 'POST', status: 415, as: 'token', body: '{}' },
  { path: '/api/booking', method: 'POST', status: 413, headers: JSON_TYPE, body: 'x'.repeat(1_100_000) },
  { path: '/api/images?purpose=avatar', method: 'POST', status: 401, body: 'x' },
  { path: '/api/webhooks/stripe', method: 'POST', status: 400, body: '{}' },
  { path: '/api/jwt', method: 'POST', status: 401, headers: OWN, body: JSON.stringify({ email: BUYER }) },
  {
    path: '/api/jwt',
    method: 'POST',
    status: 200,
    as: 'cookie',
    headers: OWN,
    body: JSON.stringify({ email: BUYER }),
  },
  {
    path: '/api/jwt',
    method: 'POST',
    status: 403,
    as: 'cookie',
    headers: FOREIGN,
    body: JSON.stringify({ email: BUYER }),
  },
  { path: '/auth/get-session', status: 200 },
  { path: '/auth/get-session', status: 200, as: 'cookie' },
  { path: '/auth/has-password', status: 200, as: 'cookie' },
  { path: '/auth/nothing', status: 404 },
  {
    path: '/auth/sign-in/email',
    method: 'POST',
    status: 401,
    headers: OWN,
    body: JSON.stringify({ email: 'nobody@example.com', password: 'a wrong password' }),
  },
  { path: '/auth/sign-out', method: 'POST', status: 403, as: 'cookie', headers: FOREIGN, body: '{}' },
  { path: '/healthz', status: 200 },
  { path: '/readyz', status: 200 },
  { path: '/metrics', status: 404, kept: ASK_AGAIN },
  { path: '/outbox', status: 200 },
  { path: '/sandbox/google', status: 400 },
  { path: '/sandbox/stripe/v1/payment_intents', status: 401 },
  { path: '/sandbox/stripe/v1/nothing', status: 404 },
]

/** Invalid requests, and requests that are not read to their end, by what is wrong with them. */
export const RAW: [what: string, bytes: string, status: number][] = [
  ['not HTTP', 'hello\r\n\r\n', 400],
  ['a head of 20 kB', `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ['a target of 20 kB', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`, 431],
  ['no host', 'GET / HTTP/1.1\r\n\r\n', 400],
  ['two hosts', 'GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n', 400],
  ['an unknown expectation', 'GET / HTTP/1.1\r\nHost: a\r\nExpect: miracles\r\n\r\n', 417],
  ['an invalid host', 'GET / HTTP/1.1\r\nHost: a b@c\r\n\r\n', 400],
  [
    'Content-Length and chunks',
    'POST /api/contact HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n',
    400,
  ],
]
