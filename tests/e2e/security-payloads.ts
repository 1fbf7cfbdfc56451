import { readFileSync } from 'node:fs'
import { type APIRequestContext, expect } from '@playwright/test'
import { DEMO_PASSWORD } from '#server/demo/people.ts'
import { PASSWORD, photo } from '#tests/support/steps.ts'

/** Text that would run if it were ever treated as markup, a script, a link or a template: each sets `window.xss`. */
export const PAYLOADS = [
  '<script>window.xss=1</script>',
  '"><img src=x onerror=window.xss=2>',
  "'><svg/onload=window.xss=3>",
  '</title><script>window.xss=4</script>',
  '</script><script>window.xss=5</script>',
  'javascript:window.xss=6',
  '{{constructor.constructor("window.xss=7")()}}',
  `\${window.xss=8}`,
  '<iframe srcdoc="<script>parent.xss=9</script>">',
  '<a href="javascript:window.xss=10">Click</a>',
  '\u2028--><details open ontoggle=window.xss=11>',
  '" autofocus onfocus="window.xss=12" x="',
] as const
const payload = (n: number): string => PAYLOADS[n % PAYLOADS.length] ?? ''

/** What was typed, and where it must be shown exactly as typed. */
export type Typed = {
  seller: Someone
  buyer: Someone
  laptops: { id: string; name: string }[]
  orderId: string
}
type Someone = { email: string; name: string; token: string; cookie: string }

/** Fills every text field of the shop by API calls. */
export async function typeEverywhere(request: APIRequestContext): Promise<Typed> {
  const seller = await signUp(request, 'seller', payload(0))
  const buyer = await signUp(request, 'buyer', payload(1))
  const laptops = await Promise.all([0, 1, 2, 3].map((n) => putOnSale(request, seller, n)))
  const [first, second] = laptops
  const orders = await Promise.all(
    laptops.map(({ id }, n) =>
      send(request, 'post', '/api/booking', buyer, {
        productId: id,
        phone: '01700000009',
        location: payload(n + 4),
      }),
    ),
  )
  await send(request, 'post', '/api/wishlist', buyer, { productId: first?.id })
  const reported = await send(request, 'post', '/api/reports', buyer, {
    productId: first?.id,
    reason: payload(9),
  })
  await send(request, 'post', '/api/reports', buyer, { productId: second?.id, reason: payload(10) })
  const admin = await signIn(request, 'admin@clamshell.test', DEMO_PASSWORD)
  const decision = { decision: 'dismissed', reason: payload(11) }
  await send(request, 'put', `/api/reports/${reported.insertedId}`, admin, decision)
  await send(request, 'post', '/api/contact', undefined, {
    name: payload(2),
    email: 'somebody@example.com',
    subject: payload(3),
    message: PAYLOADS.join('\n'),
  })
  return { seller, buyer, laptops, orderId: orders[3]?.insertedId ?? '' }
}

async function putOnSale(request: APIRequestContext, seller: Someone, n: number) {
  const answer = await request.post('/api/images?purpose=product', {
    headers: { authorization: `Bearer ${seller.token}` },
    multipart: { image: { name: payload(n), mimeType: 'image/webp', buffer: readFileSync(photo()) } },
  })
  const name = payload(3 * n).slice(0, 80)
  const made = await send(request, 'post', '/api/addproducts', seller, {
    name,
    brand: 'hp',
    originalPrice: '900',
    currentPrice: '450',
    condition: 'Good',
    purchaseYear: '<b onclick=xss=1>1Y',
    phone: '01700000001',
    location: payload(3 * n + 1),
    description: payload(3 * n + 2),
    image: (await answer.json()).data.url,
  })
  await send(request, 'put', `/api/products/${made.insertedId}`, seller)
  return { id: made.insertedId, name }
}

let count = 0

async function signUp(request: APIRequestContext, userType: 'buyer' | 'seller', name: string) {
  const email = `typed-${userType}-${process.pid}-${++count}@example.com`
  const made = await request.post('/auth/sign-up/email', { data: { name, email, password: PASSWORD } })
  await request.post('/api/users', { headers: cookieOf(made), data: { name, email, userType } })
  return signIn(request, email, PASSWORD, name)
}

async function signIn(request: APIRequestContext, email: string, password: string, name = '') {
  const session = await request.post('/auth/sign-in/email', { data: { email, password } })
  const cookie = cookieOf(session)
  const { token } = await (await request.post('/api/jwt', { headers: cookie, data: { email } })).json()
  return { email, name, token, ...cookie }
}

const cookieOf = (answer: { headers(): Record<string, string> }) => ({
  cookie: answer.headers()['set-cookie']?.split(';')[0] ?? '',
})

async function send(
  request: APIRequestContext,
  method: 'post' | 'put',
  path: string,
  who: Someone | undefined,
  data?: object,
): Promise<{ insertedId: string }> {
  const headers = who && { authorization: `Bearer ${who.token}` }
  const answer = await request[method](path, { ...(headers && { headers }), ...(data && { data }) })
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true)
  return answer.json()
}
