import { expect, expectNoAxeViolations, test } from '#tests/support/browser.ts'
import { hueOf } from '#tests/support/colors.ts'
import { holdBack, message, newEmail, openHome, signIn, signInByForm, signUp } from '#tests/support/steps.ts'

test('a blog post is shown in full', async ({ page }) => {
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
  const note = page.getByRole('main').locator('noscript p')
  await expect(note).toBeVisible()
  await expect(note).toContainText('Ordering and saving laptops need JavaScript.')
  await page.goto('/login')
  await expect(page.getByText(/JavaScript/)).toBeVisible()
  await page.goto('/advertisedProducts?after=nothing')
  await page.getByRole('link', { name: 'First page' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Advertised Products: ')
  await page.goto('/confirm-email?token=abc')
  await expect(note).toContainText('Confirming your e-mail address needs JavaScript.')
  await expect(page.locator('.skeleton').first()).toBeHidden()
  await context.close()
})

test('a missing page responds with 404 and links to the home page', async ({ page, expectConsole }) => {
  expectConsole(/status of 404/)
  const alive = page.waitForResponse('**/auth/get-session')
  const answer = await page.goto('/no-such-page')
  expect(answer?.status()).toBe(404)
  expect((await answer?.text())?.match(/<title>.*?<\/title>/g)).toEqual([
    '<title>Not found · Clamshell</title>',
  ])
  // It must not say that sellers are verified: some are not.
  await expect(page.locator('meta[name=description]')).toHaveAttribute('content', /laptops, honestly/)
  await expect(page.getByText("Something's missing.")).toBeVisible()
  await expect(
    page.getByText("Sorry, we can't find that page. You'll find lots to explore on the home page."),
  ).toBeVisible()
  await expectNoAxeViolations(page)
  await alive
  await page.getByRole('link', { name: 'Back to Homepage' }).press('Enter')
  await expect(page).toHaveURL('/')
  // The name of `main` is how a screen reader announces the page.
  const main = page.getByRole('main', { name: 'Clamshell · Used laptops you can trust', exact: true })
  await expect(main).toBeFocused()
})

test('an invalid list cursor responds with 400 and links to the first page', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/status of 400/)
  const answer = await page.goto('/brand/hp?after=nothing')
  expect(answer?.status()).toBe(400)
  await expect(page).toHaveTitle('Something went wrong · Clamshell')
  await expect(page.getByRole('main')).toContainText('400')
  await expect(page.getByRole('alert')).not.toBeEmpty()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText("Something's missing.")
  await expectNoAxeViolations(page)
  await page.getByRole('link', { name: 'First page' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('HP')
  await expect(page).toHaveURL(/\/brand\/hp\??$/)
})

test('a dashboard page redirects a visitor to Login, and back after sign-in', async ({ page }) => {
  await page.goto('/dashboard/mywishlist')
  await expect(page).toHaveURL(/\/login/)
  await signInByForm(page, 'buyer@clamshell.test')
  await expect(page).toHaveURL('/dashboard/mywishlist')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('My Wishlist: ')
  // Nor does the page show Login to a signed-in person for a moment, before it knows the session.
  const html = await (await page.request.get('/dashboard/mywishlist')).text()
  expect([html.includes('>Dashboard</a>'), html.includes('>Login</a>')]).toEqual([true, false])
})

test('a wrong password shows a red error and keeps the e-mail', async ({ page, expectConsole }) => {
  expectConsole(/status of 401/)
  await page.goto('/login')
  await signInByForm(page, 'buyer@clamshell.test', 'not the password')
  await expect(page.getByRole('alert')).toContainText(/password/i)
  expect(await hueOf(page.getByRole('alert'), 'color')).toBe('red')
  await expect(page.getByLabel('Email')).toHaveValue('buyer@clamshell.test')
  await expect(page.getByRole('button', { name: 'Login' })).toBeEnabled()
  await expectNoAxeViolations(page)
})

test('a list that fails to load shows an error and can be retried', async ({ page, expectConsole }) => {
  expectConsole(/ERR_FAILED/)
  await signIn(page, 'buyer@clamshell.test')
  await page.route('**/api/bookings**', (route) => route.abort())
  await page.goto('/dashboard/myorders')
  await expect(page.getByRole('alert')).toContainText('Clamshell cannot be reached.')
  await expectNoAxeViolations(page)
  await page.unroute('**/api/bookings**')
  // Also by keyboard; the focus then stays in the page.
  await page.getByRole('button', { name: 'Try again' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/My Orders: \d+/)
  await expect(page.locator('#page')).toBeFocused()
})

test('a session ended elsewhere leads to Login with a notice, and back after sign-in', async ({
  page,
  context,
  expectConsole,
}) => {
  expectConsole(/status of 401/)
  await signIn(page, 'buyer@clamshell.test')
  await page.goto('/dashboard/mywishlist')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/My Wishlist: \d+/)
  await context.clearCookies()
  await page.evaluate(() => localStorage.setItem('accessToken', 'ended'))
  await page.getByRole('link', { name: 'My Orders' }).first().click()
  await expect(page).toHaveURL(/\/login\?next=%2Fdashboard%2Fmyorders/)
  await expect(page.getByText('You have been signed out.')).toBeVisible()
  await expectNoAxeViolations(page)
  await signInByForm(page, 'buyer@clamshell.test')
  await expect(page).toHaveURL('/dashboard/myorders')
})

test('while offline, actions and navigation report it; navigation works again when online', async ({
  page,
  context,
  expectConsole,
}) => {
  expectConsole(/ERR_INTERNET_DISCONNECTED/)
  await signIn(page, 'buyer@clamshell.test')
  await page.goto('/dashboard/myorders')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/My Orders: \d+/)
  await context.setOffline(true)
  await expect(page.getByText('You are offline.')).toBeVisible()
  await expectNoAxeViolations(page)
  // Other browser tests of this buyer may have paid.
  await page
    .getByRole('button', { name: /delete/i, disabled: false })
    .first()
    .click()
  const question = page.getByRole('alertdialog')
  const confirm = question.getByRole('button', { name: 'Delete' })
  await confirm.click()
  await expect(question.getByRole('alert')).toContainText('Check your connection')
  await expect(confirm).toBeEnabled()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('link', { name: 'My Wishlist' }).first().click()
  await expect(message(page)).toContainText('cannot be loaded while you are offline')
  await context.setOffline(false)
  await expect(page.getByText('You are offline.')).toBeHidden()
  await page.getByRole('link', { name: 'My Wishlist' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/My Wishlist: \d+/)
})

test('a slow list shows a placeholder until it loads', async ({ page }) => {
  await signIn(page, 'buyer@clamshell.test')
  const answer = await holdBack(page, '**/api/bookings**')
  await page.goto('/dashboard/myorders')
  await expect(page.getByText('Loading My Orders')).toBeAttached()
  await expectNoAxeViolations(page)
  answer()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/My Orders: \d+/)
})

test('Load more shows the number of laptops loaded and moves the focus to the first new one', async ({
  page,
  context,
}) => {
  // In parts of 6: the demo data fills only one part.
  await page.route(/\/api\/brand\/dell/, (route) => {
    const url = new URL(route.request().url())
    url.searchParams.set('limit', '6')
    return route.continue({ url: url.href })
  })
  await openHome(page)
  await page.getByRole('main').getByRole('link', { name: /dell/i }).first().click()
  const cards = page.getByRole('article')
  await expect(cards).toHaveCount(6)
  const total = Number(/^\d+/.exec(await page.getByText(/laptops available$/).innerText()))
  await expect(page.getByText(`6 of ${total} shown`)).toBeVisible()
  const more = page.getByRole('link', { name: 'Load more' })
  // Opened in another tab it shows the next part, and this page loads nothing.
  const [other] = await Promise.all([
    context.waitForEvent('page'),
    more.click({ modifiers: ['ControlOrMeta'] }),
  ])
  await expect(other.getByText(/laptops available$/)).toBeVisible()
  await expect(other).toHaveURL(/\?after=/)
  await other.close()
  await expect(cards).toHaveCount(6)
  for (let shown = 6; shown < total; shown += 6) {
    await more.press('Enter')
    await expect(cards).toHaveCount(Math.min(shown + 6, total))
    await expect(page.locator('ul.laptops > li').nth(shown)).toBeFocused()
  }
  await expect(more).toBeHidden()
  // So that no laptop happens to be half covered by the top bar.
  await page.evaluate(() => scrollTo(0, 0))
  await expectNoAxeViolations(page)
})

test('Back to an empty list shows it as empty', async ({ page }) => {
  const beyondAll = Buffer.from(`1970-01-01T00:00:00.000Z ${'0'.repeat(8)}-0000-0000-0000-${'0'.repeat(12)}`)
  await page.route(/\/api\/adsproduct/, (route) => {
    const url = new URL(route.request().url())
    url.searchParams.set('after', beyondAll.toString('base64url'))
    return route.continue({ url: url.href })
  })
  await openHome(page)
  await page.getByRole('link', { name: 'Get Started' }).click()
  const empty = page.getByText('No laptops are advertised right now.')
  await expect(empty).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'Blogs' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Blogs')
  await page.goBack()
  await expect(empty).toBeVisible()
})

test('an empty list links to the advertised laptops', async ({ page }) => {
  await signUp(page, { email: newEmail() })
  for (const path of ['/dashboard/myorders', '/dashboard/mywishlist']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/: 0$/)
    await expectNoAxeViolations(page)
    await page.getByRole('main').getByRole('link').last().click()
    await expect(page).toHaveURL('/advertisedProducts')
  }
})

test('a list that failed to load is fetched again when the connection returns', async ({
  page,
  context,
  expectConsole,
}) => {
  expectConsole(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/)
  await signIn(page, 'buyer@clamshell.test')
  await page.route('**/api/bookings**', (route) => route.abort())
  await page.goto('/dashboard/myorders')
  await expect(page.getByRole('alert')).toContainText('Clamshell cannot be reached.')
  await context.setOffline(true)
  await page.unroute('**/api/bookings**')
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/My Orders: \d+/)
})
