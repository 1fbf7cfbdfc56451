import { expect, expectNoAxeViolations, test } from '#tests/support/browser.ts'
import { expectPublicPagesAccessible } from '#tests/support/public-pages.ts'
import { cardOf, message, newEmail, signIn, takeLaptop } from '#tests/support/steps.ts'

test('every public page is accessible and keeps within the screen', async ({ page }) => {
  await expectPublicPagesAccessible(page, 'light')
})

test('the home page has its blocks in order, and each leads on', async ({ page }) => {
  await page.goto('/')
  const headings = await page.getByRole('heading', { level: 2 }).allTextContents()
  const order = ['Choose Your Brand', 'About Us', 'Our Blogs', 'Contact Us'].map((name) =>
    headings.indexOf(name),
  )
  expect(order).toEqual([...order].sort((a, b) => a - b))
  expect(order).not.toContain(-1)
  for (const service of ['Free Shipping', '100% Genuine Product', 'Money Back Guarantee', 'Quick Response'])
    await expect(page.getByText(service, { exact: true })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: /dell/i }).first().click()
  await expect(page).toHaveURL('/brand/dell')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/dell/i)
})

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

test('a guest orders with a typed name and e-mail; the form opens, closes and gives the focus back', async ({
  page,
}) => {
  const laptop = await takeLaptop(page)
  await page.goto('/advertisedProducts')
  const button = cardOf(page, laptop).getByRole('button', { name: 'Place Order' })
  await button.click()
  const form = page.getByRole('dialog', { name: 'Booking Form' })
  await expect(form.getByLabel('Product Name')).toHaveValue(laptop.name)
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()
  await expect(button).toBeFocused()
  await button.click()
  await form.getByLabel('Your Name').fill('Grace Hopper')
  await form.getByLabel('Email').fill(newEmail())
  await form.getByPlaceholder('Your Phone Number').fill('01700000008')
  await form.getByPlaceholder('Meeting Location').fill('IDB Bhaban, Agargaon')
  await form.getByRole('button', { name: 'Submit' }).click()
  await expect(message(page)).toContainText('Booking Successfully Submitted.')
})

test('the account menu shows who is signed in, and signs out', async ({ page }) => {
  await signIn(page, 'buyer@clamshell.test')
  await page.getByRole('button', { name: /^Account of/ }).click()
  const menu = page.locator('#account')
  await expect(menu).toContainText('buyer@clamshell.test')
  await expect(menu.getByRole('link', { name: 'My Orders' })).toBeVisible()
  await expectNoAxeViolations(page)
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toMatch(/^ey/)
  await menu.getByRole('button', { name: 'Sign out' }).click()
  await expect(message(page)).toContainText('Sign Out Successfully.')
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBe(null)
  await page.goto('/dashboard/myorders')
  await expect(page).toHaveURL(/\/login/)
})

test('an order is deleted after the specified question', async ({ page }) => {
  await signIn(page, 'buyer@clamshell.test')
  await page.goto('/dashboard/myorders')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/My Orders: \d+/)
  const rows = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'Pay' }) })
  const before = await rows.count()
  await rows
    .first()
    .getByRole('button', { name: /delete/i })
    .click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Are you sure want to Delete the Order?')
  await expectNoAxeViolations(page)
  await question.getByRole('button', { name: /delete|yes|ok/i }).click()
  await expect(rows).toHaveCount(before - 1)
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
