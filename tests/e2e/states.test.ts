import { expect, expectNoAxeViolations, test } from '#tests/support/browser.ts'
import { signIn } from '#tests/support/steps.ts'

test('a post can be read whole', async ({ page }) => {
  await page.goto('/blogs')
  await page.getByRole('link', { name: 'Is the BIOS locked?' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Is the BIOS locked?')
  expect((await page.getByRole('article').innerText()).split(/\s+/).length).toBeGreaterThan(280)
  await expectNoAxeViolations(page)
})

test('public pages can be read without JavaScript', async ({ browser, shop }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: shop.url })
  const page = await context.newPage()
  await page.goto('/advertisedProducts')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Advertised Products: ')
  expect(await page.getByRole('article').count()).toBeGreaterThan(0)
  await page.goto('/login')
  await expect(page.getByText(/JavaScript/)).toBeVisible()
  await context.close()
})

test('a page that is not there says so and leads home', async ({ page, expectConsole }) => {
  expectConsole(/404/)
  const answer = await page.goto('/no-such-page')
  expect(answer?.status()).toBe(404)
  await expect(page.getByText("Something's missing.")).toBeVisible()
  await expect(
    page.getByText("Sorry, we can't find that page. You'll find lots to explore on the home page."),
  ).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByRole('link', { name: 'Back to Homepage' }).click()
  await expect(page).toHaveURL('/')
})

test('a dashboard page sends a visitor to sign in, and back', async ({ page }) => {
  await page.goto('/dashboard/mywishlist')
  await expect(page).toHaveURL(/\/login/)
  await page.getByLabel('Email').fill('buyer@clamshell.test')
  await page.getByLabel('Password').fill('clamshell-demo')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL('/dashboard/mywishlist')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('My Wishlist: ')
})

test('a wrong password is said in red, and nothing typed is lost', async ({ page, expectConsole }) => {
  expectConsole(/401/)
  await page.goto('/login')
  await page.getByLabel('Email').fill('buyer@clamshell.test')
  await page.getByLabel('Password').fill('not the password')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('alert')).toContainText(/password/i)
  await expect(page.getByLabel('Email')).toHaveValue('buyer@clamshell.test')
  await expect(page.getByRole('button', { name: 'Login' })).toBeEnabled()
  await expectNoAxeViolations(page)
})

test('a list that cannot be loaded says so and is tried again', async ({ page, expectConsole }) => {
  expectConsole(/ERR_FAILED|Failed to load/)
  await signIn(page, 'buyer@clamshell.test')
  await page.route('**/api/bookings**', (route) => route.abort())
  await page.goto('/dashboard/myorders')
  await expect(page.getByRole('alert')).toBeVisible()
  await expectNoAxeViolations(page)
  await page.unroute('**/api/bookings**')
  await page.getByRole('button', { name: /try again|retry/i }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/My Orders: \d+/)
})
