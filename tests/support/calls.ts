import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { newEmail, photo, signUp } from './steps.ts'

/* What people do on the shop's pages, by the calls alone, where the pages are not what is looked at. */

/** What the calls of somebody who is signed in are sent with. */
export async function tokenOf(page: Page, email: string): Promise<{ authorization: string }> {
  const { token } = await (await page.request.post('/api/jwt', { data: { email } })).json()
  return { authorization: `Bearer ${token}` }
}

/** Makes something by a call; answers its id. */
export async function insert(page: Page, call: string, sent: object): Promise<string> {
  const answer = await page.request.post(call, sent)
  expect(answer.ok(), await answer.text()).toBe(true)
  return (await answer.json()).insertedId
}

type Typed = {
  name: string
  sellerName: string
  purchaseYear: string
  location: string
  description: string
}

/** Puts a laptop of a new seller on sale for $450, and on the public pages; answers its id. */
export async function sellByCalls(page: Page, { sellerName, ...typed }: Typed): Promise<string> {
  const email = newEmail()
  await signUp(page, { email, name: sellerName, userType: 'seller' })
  const headers = await tokenOf(page, email)
  const image = { name: 'laptop.webp', mimeType: 'image/webp', buffer: await readFile(photo()) }
  const uploaded = await page.request.post('/api/images?purpose=product', { headers, multipart: { image } })
  const id = await insert(page, '/api/addproducts', {
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
  const boosted = await page.request.put(`/api/products/${id}`, { headers })
  expect(boosted.ok(), await boosted.text()).toBe(true)
  // A page may be a second old.
  await expect
    .poll(async () => (await (await page.request.get('/advertisedProducts')).text()).includes(id))
    .toBe(true)
  return id
}
