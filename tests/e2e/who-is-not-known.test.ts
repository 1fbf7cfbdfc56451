import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/browser.ts'
import { expectScreenAccessible } from '#tests/support/screens.ts'
import {
  holdBack,
  newEmail,
  openAlive,
  openHome,
  openUnknown,
  sendSignUp,
  signIn,
  signInByForm,
  signUp,
} from '#tests/support/steps.ts'

/* What the pages say while they do not know who is signed in, and if they cannot find out. */

const SESSION = '**/auth/get-session'
const NOT_CHECKED = 'We could not check whether you are signed in.'
const last = (page: Page) => page.getByRole('navigation', { name: 'Site' }).getByRole('link').last()

test('the top bar links to the dashboard after a sign-in, before the session is read', async ({ page }) => {
  await signUp(page, { email: newEmail() })
  await openHome(page)
  await expect(last(page)).toHaveText('Dashboard')
  const answer = await holdBack(page, SESSION)
  await page.goto('/blogs')
  await expect(last(page)).toHaveText('Dashboard')
  await expect(page.getByRole('button', { name: /^Account of/ })).toHaveCount(0)
  answer()
  await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible()
  await expect(last(page)).toHaveText('Dashboard')
  // Signed out elsewhere, they are a visitor like everyone else.
  await page.context().clearCookies()
  await openAlive(page, '/blogs')
  await expect(last(page)).toHaveText('Login')
})

for (const [path, send] of [
  ['/login', (page: Page) => page.goto('/login').then(() => signInByForm(page, 'buyer@clamshell.test'))],
  ['/signup', (page: Page) => sendSignUp(page, { email: newEmail() })],
] as const) {
  test(`${path} submitted before the session is known signs in`, async ({ page }) => {
    await page.route(SESSION, () => {}, { times: 1 })
    await send(page)
    await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible()
    await expect(page).toHaveURL('/')
  })
}

test('a late response without a session does not undo a sign-in, in this tab or another', async ({
  page,
  context,
}) => {
  const other = await context.newPage()
  const tell = Promise.withResolvers<void>()
  for (const tab of [page, other]) {
    let isFirst = true
    // Without `times: 1`: when a page's last route ends, Playwright may not report requests that are just starting.
    await tab.route(SESSION, async (route) => {
      if (!isFirst) return route.continue()
      isFirst = false
      const response = await route.fetch()
      await tell.promise
      await route.fulfill({ response })
    })
  }
  await Promise.all([other.waitForRequest(SESSION), other.goto('/advertisedProducts')])
  await page.goto('/login?next=/dashboard/mywishlist')
  await signInByForm(page, 'buyer@clamshell.test')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('My Wishlist')
  const askedAgain = [page, other].map((tab) => tab.waitForRequest(SESSION))
  tell.resolve()
  await Promise.all(askedAgain)
  for (const tab of [page, other])
    await expect(tab.getByRole('button', { name: /^Account of/ })).toBeVisible()
  await expect(page).toHaveURL('/dashboard/mywishlist')
})

test('the Booking Form refuses a seller who opened it before the session was known', async ({ page }) => {
  await signIn(page, 'seller@clamshell.test')
  const know = await openUnknown(page, '/advertisedProducts')
  await page.getByRole('button', { name: 'Place Order' }).first().click()
  const form = page.getByRole('dialog', { name: 'Booking Form' })
  await expect(form.getByLabel('Phone')).toBeVisible()
  know()
  await expect(form.getByRole('alert')).toHaveText('Only buyers can order.')
  await expect(form.getByRole('button', { name: 'Submit' })).toBeDisabled()
  await expectScreenAccessible(page)
})

test('Login, Sign Up and a personal page report a failed session check and can be retried', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/status of 500/)
  await signUp(page, { email: newEmail() })
  for (const [path, leadsTo] of [
    ['/login', '/'],
    ['/signup', '/'],
    ['/dashboard/myorders', '/dashboard/myorders'],
  ] as const)
    await test.step(path, async () => {
      await page.route(SESSION, (route) => route.fulfill({ status: 500 }))
      await page.goto(path)
      await expect(page.getByRole('alert')).toContainText(NOT_CHECKED)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectScreenAccessible(page)
      await page.unroute(SESSION)
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(page.getByRole('alert')).toHaveCount(0)
      await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible()
      await expect(page).toHaveURL(leadsTo)
    })
})

test('confirmation links and the report dialog report a failed session check and can be retried', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/status of (?:400|500)/)
  await signUp(page, { email: newEmail() })
  const tryAgain = page.getByRole('button', { name: 'Try again' })
  await page.route(SESSION, (route) => route.fulfill({ status: 500 }))
  await page.goto('/confirm-email?token=abc')
  await expect(page.getByRole('alert')).toContainText(NOT_CHECKED)
  await page.unroute(SESSION)
  await tryAgain.click()
  await expect(page.getByRole('alert')).toHaveText('This link is too old, or incomplete.')

  await page.route(SESSION, (route) => route.fulfill({ status: 500 }))
  await page.goto('/advertisedProducts')
  await page.getByRole('button', { name: 'Report this laptop' }).first().click()
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText(NOT_CHECKED)
  await page.unroute(SESSION)
  await tryAgain.click()
  await expect(page.getByLabel('What is wrong with it?')).toBeFocused()
})
