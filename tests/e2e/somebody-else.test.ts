import type { BrowserContext, Page } from '@playwright/test'
import { expect, test } from '#tests/support/browser.ts'
import {
  describeLaptop,
  expectTold,
  holdBack,
  newEmail,
  openAlive,
  PASSWORD,
  photo,
  signInByForm,
  signUp,
} from '#tests/support/steps.ts'

/* What one person does while another signs in, in another tab of the same browser, is not done for the other. */

const account = (page: Page) => page.getByRole('button', { name: /^Account of/ })
const form = (page: Page) => page.getByRole('dialog', { name: 'Booking Form' })
const submit = (page: Page) => form(page).getByRole('button', { name: 'Submit' })

/** Opens the Booking Form of the first laptop, and types how to meet. */
async function typeOrder(page: Page): Promise<void> {
  await openAlive(page, '/advertisedProducts')
  await expect(account(page)).toBeVisible()
  await page.getByRole('button', { name: 'Place Order' }).first().click()
  await form(page).getByLabel('Phone').fill('01700000077')
  await form(page).getByLabel('Location').fill('Zindabazar, Sylhet')
}

/** In another tab, signs out the current person and signs in the next. */
async function signInElsewhere(context: BrowserContext, email: string): Promise<Page> {
  const other = await context.newPage()
  await other.goto('/')
  await account(other).click()
  await other.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(account(other)).toHaveCount(0)
  await other.goto('/login?next=/dashboard')
  await signInByForm(other, email, PASSWORD)
  await expect(account(other)).toBeVisible()
  return other
}

test('an order pending while another user signs in is not placed for that user', async ({
  page,
  context,
  expectConsole,
}) => {
  expectConsole(/status of 401/)
  const [first, second] = [newEmail(), newEmail()]
  await signUp(page, { email: second, name: 'Grace Hopper' })
  await signUp(page, { email: first })
  await typeOrder(page)
  const letGo = await holdBack(page, '**/api/booking')
  await Promise.all([page.waitForRequest('**/api/booking'), submit(page).click()])
  const other = await signInElsewhere(context, second)
  await expect(form(page).getByLabel('Email')).toHaveValue(second)
  letGo()
  await expect(form(page).getByRole('alert')).toHaveText(
    'Somebody else has since signed in here. Nothing was changed.',
  )
  await other.reload()
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('My Orders: 0')
})

test('a laptop whose picture is uploading while another user signs in is not added for that user', async ({
  page,
  context,
  expectConsole,
}) => {
  expectConsole(/status of 401/)
  const [first, second] = [newEmail(), newEmail()]
  await signUp(page, { email: second, userType: 'seller' })
  await signUp(page, { email: first, userType: 'seller' })
  await describeLaptop(page, 'Walton Tamarind')
  await page.getByLabel('Image').setInputFiles(photo())
  const letGo = await holdBack(page, '**/api/images?*')
  const add = page.getByRole('button', { name: 'Add Product' })
  await Promise.all([page.waitForRequest('**/api/images?*'), add.click()])
  const other = await signInElsewhere(context, second)
  await expectTold(page, 'Your laptop is not added yet.', letGo)
  await other.goto('/dashboard/myproducts')
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('My Products: 0')
})

test('an order cannot be placed for the previous user while the session is being read', async ({
  page,
  context,
}) => {
  const [first, second] = [newEmail(), newEmail()]
  await signUp(page, { email: first })
  await typeOrder(page)
  const know = await holdBack(page, '**/auth/get-session')
  // As if they chose another account at Google.
  await signUp(page, { email: second, name: 'Grace Hopper' })
  const other = await context.newPage()
  await Promise.all([page.waitForRequest('**/auth/get-session'), other.goto('/')])
  await expect(submit(page)).toBeDisabled()
  await expect(account(page)).toHaveCount(0)
  await expect(form(page).getByLabel('Email')).toHaveValue('')
  know()
  await expect(form(page).getByLabel('Email')).toHaveValue(second)
  await expect(form(page).getByLabel('Phone')).toHaveValue('')
  await expect(submit(page)).toBeEnabled()
})

test('hearts filled by one buyer are empty for the next, even if the wishlist fails to load', async ({
  page,
  context,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED/)
  const [one, next] = [newEmail(), newEmail()]
  await signUp(page, { email: next, name: 'Grace Hopper' })
  await signUp(page, { email: one })
  const hearts = page.getByRole('button', { name: /^Add to Wishlist/ })
  await openAlive(page, '/advertisedProducts')
  // The first button was rendered when the page loaded, the second was not.
  for (const n of [0, 1]) {
    await hearts.nth(n).click()
    await expect(hearts.nth(n)).toHaveAccessibleDescription('It is on your wishlist.')
    if (n === 0) await page.reload()
    await expect(hearts.nth(0)).toHaveAccessibleDescription('It is on your wishlist.')
  }
  await page.route('**/api/wishlist?*', (route) => route.abort())
  const failed = page.waitForEvent('requestfailed')
  await signInElsewhere(context, next)
  await failed
  await expect(page.getByRole('button', { name: 'Account of Grace Hopper' })).toBeVisible()
  for (const n of [0, 1]) await expect(hearts.nth(n)).toHaveAccessibleDescription('')
})

test('a search of one seller is not that of the next', async ({ page, context }) => {
  const [one, next] = [newEmail(), newEmail()]
  await signUp(page, { email: next, name: 'Grace Hopper', userType: 'seller' })
  await signUp(page, { email: one, userType: 'seller' })
  await page.goto('/dashboard/mybuyers')
  const box = page.getByRole('searchbox')
  await box.fill('a buyer of hers')
  await expect(page.getByText('Nothing here matches “a buyer of hers”.')).toBeVisible()
  // A page that stays where it is when they sign out.
  await page.getByRole('banner').getByRole('link', { name: 'Blogs' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Blogs')
  await signInElsewhere(context, next)
  await expect(page.getByRole('button', { name: 'Account of Grace Hopper' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Buyers: 0')
  await expect(box).toHaveValue('')
})
