import type { Locator, Page } from '@playwright/test'
import { expect, expectNoAxeViolations, test } from '#tests/support/browser.ts'
import { makeOlder } from '#tests/support/older-browser.ts'
import {
  cardOf,
  expectTold,
  message,
  newEmail,
  orderByForm,
  PASSWORD,
  signInByForm,
  signUp,
  takeLaptop,
} from '#tests/support/steps.ts'

/* The oldest browsers that the build supports, which have no popovers. */

test.beforeEach(({ page }) => makeOlder(page))

const menu = (page: Page) => page.getByRole('button', { name: 'Menu', exact: true })
const drawer = (page: Page) => page.getByRole('navigation', { name: 'Site, in the menu' })
const account = (page: Page) => page.getByRole('button', { name: /^Account of/ })
const signOut = (page: Page) => page.getByRole('button', { name: 'Sign out', exact: true })

/** Works once the script that opens popovers is loaded. */
async function open(button: Locator): Promise<void> {
  await expect(async () => {
    await button.click()
    await expect(button).toHaveAttribute('aria-expanded', 'true', { timeout: 500 })
  }).toPass()
}

test('in an old browser, a buyer signs in, navigates by the menu and orders on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const email = newEmail()
  await signUp(page, { email })
  await page.context().clearCookies()
  await page.goto('/login')
  await expect(drawer(page)).toBeHidden()
  await signInByForm(page, email, PASSWORD)
  await expect(page).toHaveURL('/')
  await expect(account(page)).toBeVisible()
  await expect(signOut(page)).toBeHidden()

  await open(menu(page))
  await expect(drawer(page)).toBeInViewport({ ratio: 1 })
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')
  await expect(drawer(page)).toBeHidden()
  await expect(menu(page)).toHaveAttribute('aria-expanded', 'false')
  await expect(menu(page)).toBeFocused()

  await open(menu(page))
  await page.mouse.click(380, 400)
  await expect(drawer(page)).toBeHidden()
  await open(menu(page))
  await page.getByRole('button', { name: 'Close the menu' }).click()
  await expect(drawer(page)).toBeHidden()
  await open(menu(page))
  await drawer(page).getByRole('link', { name: 'Ads Products' }).click()
  await expect(page).toHaveURL('/advertisedProducts')
  await expect(drawer(page)).toBeHidden()

  const laptop = await takeLaptop(page)
  await orderByForm(page, laptop)
  await open(account(page))
  await page.getByRole('link', { name: 'My Orders' }).click()
  await expect(page.getByRole('row', { name: laptop.name })).toBeVisible()
  await expect(signOut(page)).toBeHidden()
})

test('in an old browser, Escape closes the account menu first, then dismisses the toast', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED/)
  await signUp(page, { email: newEmail() })
  await page.route('**/api/wishlist', (route) => route.abort())
  await page.goto('/advertisedProducts')
  await expect(account(page)).toBeVisible()
  await expect(menu(page)).toBeHidden()
  await cardOf(page, await takeLaptop(page))
    .getByRole('button', { name: 'Add to Wishlist' })
    .click()
  await expect(message(page).getByRole('alert')).toContainText('was not saved')
  await open(account(page))
  await expect(signOut(page)).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Escape')
  await expect(signOut(page)).toBeHidden()
  await expect(account(page)).toBeFocused()
  await expect(message(page).getByRole('alert')).toContainText('was not saved')
  await page.keyboard.press('Escape')
  await expect(message(page).getByRole('alert')).toHaveCount(0)

  await open(account(page))
  await page.getByRole('heading', { level: 1 }).click()
  await expect(signOut(page)).toBeHidden()
  await open(account(page))
  await expectTold(page, 'Sign Out Successfully.', () => signOut(page).click())
  await message(page).getByRole('button', { name: 'Dismiss' }).click()
  await expect(message(page)).not.toContainText('Sign Out')
})

test('in an old browser, Escape dismisses a toast although the popover script failed to load', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED/)
  // The failed import. An unknown selector would be a SyntaxError.
  expectConsole(/^thrown: (?!SyntaxError)/)
  await page.route('**/popovers-*.js', (route) => route.abort())
  await signUp(page, { email: newEmail() })
  await page.route('**/api/wishlist', (route) => route.abort())
  await page.goto('/advertisedProducts')
  await expect(account(page)).toBeVisible()
  await expect(drawer(page)).toBeHidden()
  await expect(signOut(page)).toBeHidden()
  await page.getByRole('button', { name: 'Add to Wishlist' }).first().click()
  await expect(message(page).getByRole('alert')).toContainText('was not saved')
  await page.keyboard.press('Escape')
  await expect(message(page).getByRole('alert')).toHaveCount(0)
})

test('in an old browser, the page behind a dialog is shaded', async ({ page }) => {
  await page.goto('/advertisedProducts')
  await page.getByRole('button', { name: 'Place Order' }).first().click()
  const dialog = page.getByRole('dialog')
  const shade = () => dialog.evaluate((element) => getComputedStyle(element, '::backdrop').backgroundColor)
  expect(await shade()).toMatch(/ 0\.55\)$/)
})
