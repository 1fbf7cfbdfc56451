import type { Page, Route } from '@playwright/test'
import { expect, test } from '#tests/support/browser.ts'
import { mailedPath } from '#tests/support/outbox.ts'
import {
  describeLaptop,
  holdBack,
  message,
  newEmail,
  openAlive,
  photo,
  signIn,
  signInByForm,
  signUp,
} from '#tests/support/steps.ts'

/* After a reload of a personal page, everything that was loaded is there again, scrolled to the same place. */

const PHONE = { width: 360, height: 740 }
const DESKTOP = { width: 1280, height: 800 }

const scrolled = (page: Page) => page.evaluate(() => scrollY)
const loading = (page: Page, what: string) => page.getByText(`Loading ${what}`)

for (const size of [PHONE, DESKTOP]) {
  test(`a reload restores all rows and the scroll position, ${size.width} px wide`, async ({ page }) => {
    await page.setViewportSize(size)
    await signIn(page, 'seller@clamshell.test')
    await page.goto('/dashboard/myproducts')
    const rows = page.locator('tbody tr')
    await expect(rows).toHaveCount(24)
    await page.getByRole('button', { name: 'Load more' }).click()
    await expect(rows).toHaveCount(48)
    const laptop = rows.nth(40)
    await laptop.scrollIntoViewIfNeeded()
    const place = await scrolled(page)
    expect(place).toBeGreaterThan(2 * size.height)
    for (const _ of ['once', 'again']) {
      const know = await holdBack(page, '**/auth/get-session')
      const answer = await holdBack(page, '**/api/myproduct?*')
      await page.reload()
      // The place does not change while the session is being read, nor while the rows are loading.
      await expect(loading(page, 'your dashboard')).toBeAttached()
      expect(await scrolled(page)).toBe(place)
      know()
      await expect(loading(page, 'My Products')).toBeAttached()
      expect(await scrolled(page)).toBe(place)
      answer()
      await expect(rows).toHaveCount(48)
      await expect(laptop).toBeInViewport()
      expect(await scrolled(page)).toBe(place)
    }
    // The next person in this tab finds only numbers: nothing of the rows.
    const { shown = '', height = '' } = await page.evaluate(() => ({ ...sessionStorage }))
    for (const kept of [shown, height])
      expect(Object.values(JSON.parse(kept)).map(Number)).not.toContain(Number.NaN)
  })
}

for (const { who, path, above, below } of [
  {
    who: 'buyer',
    path: '/dashboard/account',
    above: { calls: '**/auth/has-password', what: 'your password settings' },
    below: { calls: '**/api/sessions', what: 'where you are signed in' },
  },
  {
    who: 'admin',
    path: '/dashboard/reporteditems',
    above: { calls: '**/api/reports?state=open*', what: 'Reported Items' },
    below: { calls: '**/api/reports?state=decided*', what: 'decided reports' },
  },
]) {
  test(`${path} keeps its scroll position on reload and Back, whichever part loads first`, async ({
    page,
  }) => {
    await page.setViewportSize(PHONE)
    await signIn(page, `${who}@clamshell.test`)
    await page.goto(path)
    const isWhole = async () => {
      await expect(page.getByRole('table').last()).toBeVisible()
      for (const { what } of [above, below]) await expect(loading(page, what)).toHaveCount(0)
    }
    await isWhole()
    const most = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)
    const comeBack = async () => {
      // By an event, since a click would scroll the page to the link.
      await page.getByRole('banner').getByRole('link', { name: 'Clamshell' }).dispatchEvent('click')
      await expect(page).toHaveURL('/')
      await page.goBack()
    }
    for (const [part, first, last, fetchAnew] of [
      [0.5, above, below, () => page.reload()],
      [0.8, below, above, () => page.reload()],
      [0.9, above, below, comeBack],
    ] as const) {
      await page.evaluate((top) => scrollTo(0, top), Math.round(most * part))
      const place = await scrolled(page)
      const [answerFirst, answerLast] = [await holdBack(page, first.calls), await holdBack(page, last.calls)]
      await fetchAnew()
      await expect(loading(page, first.what)).toBeAttached()
      expect(await scrolled(page)).toBe(place)
      answerFirst()
      await expect(loading(page, first.what)).toHaveCount(0)
      expect(await scrolled(page)).toBe(place)
      answerLast()
      await isWhole()
      expect(await scrolled(page)).toBe(place)
    }
  })
}

/** What is logged about a missing script. As the page unloads, browsers do not always report the last line. */
const GONE = /status of 404|loading route module|dynamically imported/

/* After an update of the shop the script of the next page is gone, and the router reloads the current page. */
const gone = (route: Route) => route.fulfill({ status: 404 })

test('the toast for an added laptop is shown even if My Products fails to load', async ({
  page,
  expectConsole,
}) => {
  expectConsole(GONE)
  await signIn(page, 'seller@clamshell.test')
  await describeLaptop(page, 'Walton Tamarind')
  await page.getByLabel('Image').setInputFiles(photo())
  await page.route('**/assets/my-products-*.js', gone, { times: 1 })
  const again = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Add Product' }).click()
  await again
  await expect(message(page)).toContainText('Product Added successfully.')
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('')
  // The message was shown then: it is not shown again when that page is reloaded later.
  await page.goto('/dashboard/myproducts')
  await expect(page.getByRole('row', { name: 'Walton Tamarind' }).first()).toBeVisible()
  await page.reload()
  await expect(page.getByRole('row', { name: 'Walton Tamarind' }).first()).toBeVisible()
  await expect(message(page)).not.toContainText('Product Added')
})

test('the toast for a new password is shown even if Login fails to load', async ({ page, expectConsole }) => {
  expectConsole(GONE)
  const email = newEmail()
  await signUp(page, { email })
  await page.context().clearCookies()
  await page.request.post('/auth/request-password-reset', { data: { email } })
  await page.goto(await mailedPath(page, email, '/reset-password'))
  await page.getByLabel('New password').fill('another good password')
  await page.route('**/assets/login-*.js', gone, { times: 1 })
  const again = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Set the new password' }).click()
  await again
  await expect(message(page)).toContainText('Your new password is set. Please log in with it.')
  await expect(page).toHaveURL('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('another good password')
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page).toHaveURL('/')
})

test('a sign-in whose target page fails to load still offers a link to it', async ({
  page,
  expectConsole,
}) => {
  expectConsole(GONE)
  await openAlive(page, '/login?next=/dashboard/mywishlist')
  await page.route('**/assets/my-wishlist-*.js', gone, { times: 1 })
  const again = page.waitForEvent('load')
  await signInByForm(page, 'buyer@clamshell.test')
  await again
  await expect(page.getByText('You are signed in as')).toContainText('buyer@clamshell.test')
  await page.getByRole('main').getByRole('link', { name: 'Continue where you were' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/My Wishlist: \d+/)
})

test('a link whose script is gone still leads to its page, unless the page is reloaded first', async ({
  page,
  expectConsole,
}) => {
  expectConsole(GONE)
  const privacy = page.getByRole('link', { name: 'Privacy Policy' })
  await openAlive(page, '/signup')
  await holdBack(page, '**/assets/privacy-*.js')
  await Promise.all([page.waitForRequest('**/assets/privacy-*.js'), privacy.click()])
  // Wait for its question, or the next page would be taken for alive when the question of this one is broken off.
  const [answer] = await Promise.all([page.waitForResponse('**/auth/get-session'), page.reload()])
  await answer.finished()
  await expect(page).toHaveURL('/signup')
  await page.unroute('**/assets/privacy-*.js')
  await openAlive(page, '/signup')
  await page.route('**/assets/privacy-*.js', gone, { times: 1 })
  await privacy.click()
  await expect(page).toHaveURL('/privacy')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy Policy')
})
