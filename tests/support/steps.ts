import { readdirSync } from 'node:fs'
import { expect, type Locator, type Page } from '@playwright/test'

/** What people do on the shop's pages, in the words of the pages. */
export const PASSWORD = 'a good long password'
const PICTURES = 'server/demo/pictures'
export const photo = () => `${PICTURES}/${readdirSync(PICTURES).find((name) => name.endsWith('.webp'))}`

let count = 0
export const newEmail = () => `visitor-${process.pid}-${Date.now()}-${++count}@example.com`

export async function signUp(
  page: Page,
  { email, name = 'Ada Lovelace' }: { email: string; name?: string },
): Promise<void> {
  await page.goto('/signup')
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Photo').setInputFiles(photo())
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByLabel('Buyer').check()
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(message(page)).toContainText('User Created Successfully.')
  await expect(page).toHaveURL('/')
}

export async function signIn(page: Page, email: string, password = 'clamshell-demo'): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).not.toHaveURL(/login/)
}

/** Where the shop says that something is done. */
export const message = (page: Page): Locator => page.getByRole('status', { name: 'Messages' })

export type Laptop = { _id: string; name: string; currentPrice: number }
let taken = 0

/** An advertised laptop that no other test of this shop has taken: they are walked from the oldest. */
export async function takeLaptop(page: Page): Promise<Laptop> {
  const answer = await page.request.get('/api/adsproduct?limit=100')
  const laptops: Laptop[] = await answer.json()
  const names = laptops.map(({ name }) => name)
  const single = laptops.filter(({ name }) => names.filter((other) => other === name).length === 1)
  const laptop = single.at(-1 - (taken++ % single.length))
  if (!laptop) throw new Error('No advertised laptop is left.')
  return laptop
}

/** The laptop's card on a page that lists laptops. */
export const cardOf = (page: Page, laptop: Laptop): Locator =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name: laptop.name, exact: true }) })

export async function order(page: Page, laptop: Laptop): Promise<void> {
  await page.goto('/advertisedProducts')
  await cardOf(page, laptop).getByRole('button', { name: 'Place Order' }).click()
  const form = page.getByRole('dialog', { name: 'Booking Form' })
  await form.getByLabel('Phone').fill('01700000009')
  await form.getByLabel('Location').fill('Multiplan Center, Elephant Road')
  await form.getByRole('button', { name: 'Submit' }).click()
  await expect(message(page)).toContainText('Booking Successfully Submitted.')
  await expect(form).toBeHidden()
}

/** From My Orders to the payment page of an order. */
export async function openPayment(page: Page, laptop: Laptop): Promise<void> {
  await page.goto('/dashboard/myorders')
  await page.getByRole('row', { name: laptop.name }).getByRole('link', { name: 'Pay' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    `Please complete the payment for ${laptop.name}`,
  )
}

export async function typeCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiry').fill('12/40')
  await page.getByLabel('CVC').fill('123')
  await page.getByRole('button', { name: 'Payment' }).click()
}
