import type { Page } from '@playwright/test'
import { expect, expectNoAxeViolations, test } from '#tests/support/browser.ts'
import { expectTold, holdBack, openAlive, signInByForm } from '#tests/support/steps.ts'

const clickGoogle = (page: Page) => page.getByRole('button', { name: 'Sign in with Google' }).click()
const choose = async (page: Page, account: string) => {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose an account')
  await page.getByRole('button', { name: account }).click()
}

test('a first sign-in with Google makes a buyer and returns to the requested page', async ({ page }) => {
  await page.goto('/dashboard/myorders')
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByRole('button', { name: 'Sign in with Google' })).toBeEnabled()
  await expectNoAxeViolations(page)
  await clickGoogle(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose an account')
  await expectNoAxeViolations(page)
  await expectTold(page, 'Successfully Login with Google.', () => choose(page, 'nusrat.jahan@gmail.test'))
  await expect(page).toHaveURL('/dashboard/myorders')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Orders: 0')
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeTruthy()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Orders: 0')
})

test('a seller who signs in with Google from Sign Up stays a seller', async ({ page }) => {
  await page.goto('/signup')
  await clickGoogle(page)
  await expectTold(page, 'Successfully Login with Google.', () => choose(page, 'seller@clamshell.test'))
  await expect(page).toHaveURL('/')
  await page.goto('/dashboard/myproducts')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('My Products')
})

test('choosing Seller disables Sign in with Google and says why; Buyer enables it', async ({ page }) => {
  const reason = 'Signing up with Google makes you a buyer. To sell, sign up with a password.'
  const google = page.getByRole('button', { name: 'Sign in with Google' })
  await page.goto('/signup')
  await expect(google).toBeEnabled()
  await page.getByLabel('Seller').check()
  await expect(google).toBeDisabled()
  await expect(google).toHaveAccessibleDescription(reason)
  await expect(page.getByText(reason)).toBeVisible()
  await google.focus()
  await expect(google).toBeFocused()
  await page.keyboard.press('Enter')
  await expectNoAxeViolations(page)
  await expect(page).toHaveURL('/signup')
  await page.getByLabel('Buyer').check()
  await expect(page.getByText(reason)).toHaveCount(0)
  await clickGoogle(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose an account')
})

test('cancelling at Google returns to Login without an error, and a retry succeeds', async ({ page }) => {
  await page.goto('/login?next=/blogs')
  await clickGoogle(page)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/\/login\?google=cancelled/)
  await expect(page.getByText('No Google account was chosen')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expectNoAxeViolations(page)
  await clickGoogle(page)
  await expectTold(page, 'Successfully Login with Google.', () => choose(page, 'buyer@clamshell.test'))
  await expect(page).toHaveURL('/blogs')
})

test('a Google account with an unverified e-mail is refused with the reason', async ({ page }) => {
  await page.goto('/login')
  await clickGoogle(page)
  await choose(page, 'unproven@gmail.test')
  await expect(page.getByRole('alert')).toContainText('Google has not verified your e-mail address')
  await expectNoAxeViolations(page)
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/login/)
})

test('a failed Google sign-in keeps the target page for the next attempt', async ({ page, context }) => {
  await page.goto('/login?next=/blogs')
  await clickGoogle(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose an account')
  await context.clearCookies()
  // Some press again before the page is hydrated.
  const comeAlive = await holdBack(page, '**/*.js')
  await choose(page, 'buyer@clamshell.test')
  await expect(page.getByRole('alert')).toContainText('Please try again.')
  await clickGoogle(page)
  comeAlive()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose an account')
  await page.route('**/auth/get-session', (route) => route.fulfill({ json: null }))
  await choose(page, 'buyer@clamshell.test')
  await expect(page.getByRole('alert')).toContainText('The sign-in with Google was not completed.')
  await page.unroute('**/auth/get-session')
  await page.getByRole('link', { name: 'Back to Login' }).click()
  await signInByForm(page, 'buyer@clamshell.test')
  await expect(page).toHaveURL('/blogs')
})

test('Sign in with Google is enabled after going back and after a 503', async ({ page, expectConsole }) => {
  expectConsole(/status of 503/)
  await page.goto('/login')
  await clickGoogle(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose an account')
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Sign in with Google' })).toBeEnabled()
  const problem = { status: 503, code: 'google-unavailable', detail: 'Google cannot be reached right now.' }
  await page.route('**/auth/sign-in/social', (route) =>
    route.fulfill({ status: 503, contentType: 'application/problem+json', body: JSON.stringify(problem) }),
  )
  await clickGoogle(page)
  await expect(page.getByRole('alert')).toHaveText('Google cannot be reached right now.')
  await expect(page.getByRole('button', { name: 'Sign in with Google' })).toBeEnabled()
})

test('Sign in with Google is enabled again when the navigation is stopped', async ({ page }) => {
  const google = page.getByRole('button', { name: 'Sign in with Google' })
  for (const screen of ['/login', '/signup']) {
    await page.goto(screen)
    await page.route('**/sandbox/google*', (route) => route.abort('aborted'), { times: 1 })
    await Promise.all([page.waitForEvent('requestfailed'), google.click()])
    // The event that a page gets then. Stopped through its own protocol, Chromium sometimes stops responding.
    await page.evaluate(() => window.navigation?.dispatchEvent(new Event('navigateerror')))
    await expect(google).toBeEnabled()
    await google.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose an account')
  }
})

test('Sign in with Google is enabled again a minute after an empty response', async ({ page }) => {
  await page.clock.install()
  await openAlive(page, '/login')
  const google = page.getByRole('button', { name: 'Sign in with Google' })
  await page.route('**/sandbox/google*', (route) => route.fulfill({ status: 204 }))
  const asked = page.waitForResponse('**/sandbox/google*')
  await google.click()
  await asked
  await expect(google).toBeDisabled()
  await page.clock.fastForward('01:01')
  await expect(google).toBeEnabled()
})

test('a second Google sign-in after Back is refused, and the page shows the signed-in account', async ({
  page,
}) => {
  await page.goto('/login?next=/blogs')
  await clickGoogle(page)
  await expectTold(page, 'Successfully Login with Google.', () => choose(page, 'buyer@clamshell.test'))
  await expect(page).toHaveURL('/blogs')
  await page.goBack()
  await choose(page, 'seller@clamshell.test')
  const expectTellsBoth = async () => {
    await expect(page.getByText('You are signed in as')).toContainText('buyer@clamshell.test')
    await expect(page.getByRole('alert')).toContainText('is already finished')
    await expectNoAxeViolations(page)
  }
  await expectTellsBoth()
  await page.goto(`/signup${new URL(page.url()).search}`)
  await expectTellsBoth()
  await page.getByRole('link', { name: 'Continue where you were' }).click()
  await expect(page).toHaveURL('/blogs')
})
