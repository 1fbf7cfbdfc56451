import type { Page } from '@playwright/test'
import { DEMO_PASSWORD } from '#server/demo/people.ts'
import { expect, expectNoAxeViolations, test } from '#tests/support/browser.ts'
import {
  drawn,
  expectTold,
  holdBack,
  message,
  openAlive,
  openUnknown,
  signIn,
  signInByForm,
} from '#tests/support/steps.ts'

/* What a sign-out leaves of a person in the tab and on the screen. */

const EMAIL = 'buyer@clamshell.test'
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const form = (page: Page) => page.getByRole('dialog', { name: 'Booking Form' })
const TYPED = Object.entries({
  'Your Name': 'Ada Lovelace',
  Email: 'ada@example.com',
  Phone: '01700000077',
  Location: 'Zindabazar, Sylhet',
})
const account = (page: Page) => page.getByRole('button', { name: /^Account of/ })
const token = (page: Page) => page.evaluate(() => localStorage.getItem('accessToken'))

async function openForm(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Place Order' }).first().click()
  await expect(form(page).getByLabel('Phone')).toBeVisible()
}

async function pressSignOut(page: Page): Promise<void> {
  await account(page).click()
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
}

test('an order draft typed before sign-in is gone after sign-out', async ({ page }) => {
  await openAlive(page, '/advertisedProducts')
  await openForm(page)
  for (const [label, text] of TYPED) await form(page).getByLabel(label).fill(text)
  await page.keyboard.press('Escape')
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click()
  await signInByForm(page, EMAIL)
  await expect(page).toHaveURL('/')
  await expectTold(page, 'Sign Out Successfully.', () => pressSignOut(page))
  await expect(account(page)).toHaveCount(0)
  await expect(async () => {
    if (!page.url().endsWith('/advertisedProducts')) await page.goBack()
    await expect(page).toHaveURL('/advertisedProducts', { timeout: 1_000 })
  }).toPass()
  await openForm(page)
  for (const [label] of TYPED) await expect(form(page).getByLabel(label)).toHaveValue('')
})

test('an order draft typed before the session is known is also gone after sign-out', async ({
  page,
  context,
}) => {
  await signIn(page, EMAIL)
  const know = await openUnknown(page, '/advertisedProducts')
  await openForm(page)
  await form(page).getByLabel('Phone').fill('01700000077')
  await page.keyboard.press('Escape')
  know()
  await expect(account(page)).toBeVisible()
  const other = await context.newPage()
  await other.goto('/')
  await pressSignOut(other)
  await expect(account(page)).toHaveCount(0)
  await openForm(page)
  await expect(form(page).getByLabel('Phone')).toHaveValue('')
})

test('signing out leaves a personal page even while the home page is loading', async ({ page }) => {
  await signIn(page, EMAIL)
  await page.goto('/dashboard/myorders')
  await expect(heading(page)).toHaveText(/My Orders: \d+/)
  const come = await holdBack(page, '**/_.data**')
  await expectTold(page, 'Sign Out Successfully.', () => pressSignOut(page))
  await expect(heading(page)).toHaveText('You are signed out.')
  await expect(heading(page)).toBeFocused()
  await expectNoAxeViolations(page)
  expect(await token(page)).toBe(null)
  come()
  await expect(page).toHaveURL('/')
  // The page that they had left asks to sign in, as it asks everybody.
  await page.goBack()
  await expect(page).toHaveURL('/login?next=%2Fdashboard%2Fmyorders')
})

test('a sign-out that completes after navigation does not redirect', async ({ page }) => {
  await signIn(page, EMAIL)
  await openAlive(page, '/advertisedProducts')
  const answer = await holdBack(page, '**/auth/sign-out')
  await pressSignOut(page)
  await page.keyboard.press('Escape')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click()
  await expect(heading(page)).toHaveText('Terms & Conditions')
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
  await expectTold(page, 'Sign Out Successfully.', answer)
  await expect(account(page)).toHaveCount(0)
  // The home page takes a moment to come.
  await drawn(page)
  expect(loaded).not.toContain('/_.data')
  await expect(page).toHaveURL('/terms')
})

test('a sign-out that loses the connection is complete, and navigation works when back online', async ({
  page,
  context,
}) => {
  await signIn(page, EMAIL)
  await page.goto('/dashboard/myorders')
  await expect(heading(page)).toHaveText(/My Orders: \d+/)
  await page.route('**/auth/sign-out', async (route) => {
    const response = await route.fetch()
    await context.setOffline(true)
    await route.fulfill({ response })
  })
  await expectTold(page, 'Sign Out Successfully.', () => pressSignOut(page))
  await expect(message(page)).toContainText('cannot be loaded while you are offline')
  await expect(heading(page)).toHaveText('You are signed out.')
  expect(await token(page)).toBe(null)
  await context.setOffline(false)
  await page.getByRole('main').getByRole('link', { name: 'Back to Homepage' }).click()
  await expect(page).toHaveURL('/')
})

test('a password change in an ended session leads to Login and is reported as not done', async ({
  page,
  context,
  expectConsole,
}) => {
  expectConsole(/status of 401/)
  await signIn(page, EMAIL)
  await page.goto('/dashboard/account')
  await page.getByLabel('Current password').fill(DEMO_PASSWORD)
  await page.getByLabel('New password').fill('quite another password')
  await context.clearCookies()
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page).toHaveURL('/login?next=%2Fdashboard%2Faccount')
  await expect(page.getByText('You have been signed out.')).toBeVisible()
  await expect(message(page)).toContainText('Your password was not changed.')
})

test('signing out on a personal page navigates to the home page only', async ({ page }) => {
  await signIn(page, 'admin@clamshell.test')
  await page.goto('/dashboard/sellers')
  await expect(heading(page)).toHaveText(/Sellers: \d+/)
  const visited: string[] = []
  page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname))
  await expectTold(page, 'Sign Out Successfully.', () => pressSignOut(page))
  await expect(account(page)).toHaveCount(0)
  await expect(page).toHaveURL('/')
  expect(visited).toEqual(['/'])
})

test('signing out dismisses what toasts and Contact Us have said to that person', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED/)
  await signIn(page, EMAIL)
  await page.route('**/api/wishlist', (route) => route.abort())
  await page.route('**/api/contact', (route) => route.fulfill({ json: { acknowledged: true } }))
  await page.goto('/advertisedProducts')
  await expect(account(page)).toBeVisible()
  await page
    .getByRole('button', { name: /^Add to Wishlist/ })
    .first()
    .press('Enter')
  await expect(message(page)).toContainText('was not saved')
  await page.getByRole('banner').getByRole('link', { name: 'Home' }).click()
  await page.getByLabel('Subject').fill('A question')
  await page.getByLabel('Message').fill('How is the battery?')
  await page.getByRole('button', { name: 'Send' }).click()
  const sent = page.getByText(`We will reply to ${EMAIL}.`)
  await expect(sent).toBeVisible()
  await account(page).click()
  await expectTold(page, 'Sign Out Successfully.', () =>
    page.getByRole('button', { name: 'Sign out', exact: true }).click(),
  )
  await expect(message(page)).not.toContainText('was not saved')
  await expect(sent).toHaveCount(0)
})

test('Contact Us clears name and e-mail on sign-out', async ({ page }) => {
  await signIn(page, EMAIL)
  await page.goto('/')
  const contact = page.getByRole('region', { name: 'Contact Us' })
  await expect(contact.getByLabel('Email')).toHaveValue(EMAIL)
  await expectTold(page, 'Sign Out Successfully.', () => pressSignOut(page))
  await expect(contact.getByLabel('Email')).toHaveValue('')
  await expect(contact.getByLabel('Name')).toHaveValue('')
})

/** Starts describing a laptop; returns a function that tells whether this tab has stored any of it. */
async function beginToDescribe(page: Page): Promise<() => Promise<boolean>> {
  await signIn(page, 'seller@clamshell.test')
  await page.goto('/dashboard/addproducts')
  await page.getByLabel('Phone').fill('01712345678')
  const isKept = () =>
    page.evaluate(() => Object.values(sessionStorage).some((kept) => kept.includes('01712345678')))
  expect(await isKept()).toBe(true)
  return isKept
}

test('signing out removes the draft of a laptop from the tab', async ({ page }) => {
  const isKept = await beginToDescribe(page)
  await expectTold(page, 'Sign Out Successfully.', () => pressSignOut(page))
  expect(await isKept()).toBe(false)
})

test('a sign-out forced by an admin page removes the draft of a laptop from the tab', async ({ page }) => {
  const isKept = await beginToDescribe(page)
  await page.goto('/dashboard/sellers')
  await expect(page).toHaveURL('/login?next=%2Fdashboard')
  await expect.poll(() => token(page)).toBe(null)
  expect(await isKept()).toBe(false)
})
