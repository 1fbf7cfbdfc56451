import { readFile } from 'node:fs/promises'
import { type APIResponse, type Browser, expect, type Page } from '@playwright/test'
import { type Caller, type Laptop, newEmail, photo, signIn, signUp } from './steps.ts'

/* User actions by API calls alone, for tests that do not check the pages. */

/** The headers for calls of a signed-in person. */
export async function headersOf({ request }: Caller, email: string): Promise<{ authorization: string }> {
  const { token } = await (await request.post('/api/jwt', { data: { email } })).json()
  return { authorization: `Bearer ${token}` }
}

/** Creates an account for a new buyer and signs in to it; returns the headers for their calls. */
export async function signUpBuyer(caller: Caller): Promise<{ authorization: string }> {
  const email = newEmail()
  await signUp(caller, { email })
  return headersOf(caller, email)
}

/** The answer to a call that must succeed. */
export async function expectDone(asked: Promise<APIResponse>): Promise<APIResponse> {
  const answer = await asked
  expect(answer.ok(), await answer.text()).toBe(true)
  return answer
}

/** Creates something by a call; returns its id. */
export async function insert({ request }: Caller, call: string, sent: object): Promise<string> {
  return (await (await expectDone(request.post(call, sent))).json()).insertedId
}

/** Orders by API call, for tests that check neither the form nor the list; returns the order's id. */
export async function insertOrder(caller: Caller, email: string, laptop: Laptop): Promise<string> {
  return insert(caller, '/api/booking', {
    headers: await headersOf(caller, email),
    data: { productId: laptop._id, phone: '01700000009', location: 'Multiplan Center, Elephant Road' },
  })
}

/** The same, and opens the payment page. */
export async function orderAndOpenPayment(page: Page, email: string, laptop: Laptop): Promise<void> {
  await page.goto(`/dashboard/payment/${await insertOrder(page, email, laptop)}`)
}

const ADMIN = 'admin@clamshell.test'
const TYPED = {
  sellerName: 'Nadia Islam',
  purchaseYear: '1Y',
  location: 'Zindabazar, Sylhet',
  description: 'Sold with its charger.',
}

/**
 * Puts a laptop of a new seller on sale for $450, and waits until the public pages show it; `seller` has the headers
 * for their calls, `email` is what they sign in with.
 */
export async function sellByCalls(
  browser: Browser,
  baseURL: string,
  laptop: { name: string } & Partial<typeof TYPED>,
): Promise<Laptop & { seller: { authorization: string }; email: string }> {
  const { sellerName, ...typed } = { ...TYPED, ...laptop }
  const context = await browser.newContext({ baseURL })
  const email = newEmail()
  await signUp(context, { email, name: sellerName, userType: 'seller' })
  const headers = await headersOf(context, email)
  const image = { name: 'laptop.webp', mimeType: 'image/webp', buffer: await readFile(photo()) }
  const uploaded = await context.request.post('/api/images?purpose=product', {
    headers,
    multipart: { image },
  })
  const _id = await insert(context, '/api/addproducts', {
    headers,
    data: {
      ...typed,
      brand: 'walton',
      originalPrice: '900',
      currentPrice: '450',
      condition: 'Good',
      phone: '01700000009',
      image: (await uploaded.json()).data.url,
    },
  })
  await expectDone(context.request.put(`/api/products/${_id}`, { headers }))
  // A page may be a second old.
  await expect
    .poll(async () => (await (await context.request.get('/advertisedProducts')).text()).includes(_id))
    .toBe(true)
  await context.close()
  return { _id, name: typed.name, currentPrice: 450, seller: headers, email }
}

/** Has the admin verify the one seller with this name. */
export async function verifySeller(browser: Browser, baseURL: string, name: string): Promise<void> {
  const context = await browser.newContext({ baseURL })
  await signIn(context, ADMIN)
  const headers = await headersOf(context, ADMIN)
  const query = new URLSearchParams({ userType: 'seller', email: ADMIN, search: name })
  const [seller] = await (await context.request.get(`/api/users?${query}`, { headers })).json()
  await expectDone(context.request.put(`/api/verifyuser/${seller._id}?email=${ADMIN}`, { headers }))
  await context.close()
}
