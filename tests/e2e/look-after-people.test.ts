import type { Browser, BrowserContext, Locator, Page } from '@playwright/test'
import { expect, expectNoAxeViolations, test } from '#tests/support/browser.ts'
import { sellByCalls } from '#tests/support/calls.ts'
import { hueOf } from '#tests/support/colors.ts'
import { expectScreenAccessible } from '#tests/support/screens.ts'
import {
  cardOf,
  comeBack,
  expectTold,
  holdBack,
  message,
  newEmail,
  signIn,
  signInByForm,
  signUp,
} from '#tests/support/steps.ts'

const ADMIN = 'admin@clamshell.test'
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const question = (page: Page) => page.getByRole('alertdialog')
const row = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: name })
const token = (page: Page) => page.evaluate(() => localStorage.getItem('accessToken'))

async function search(page: Page, text: string): Promise<void> {
  await page.getByPlaceholder('Search for users').fill(text)
}

/** A new buyer, signed up in a browser of their own. */
async function newBuyer(browser: Browser, baseURL: string, name: string): Promise<BrowserContext> {
  const own = await browser.newContext({ baseURL })
  await signUp(own, { email: newEmail(), name })
  return own
}

test('an admin finds and verifies a seller, whose laptops then show the badge', async ({
  page,
  browser,
  shop,
}) => {
  await signIn(page, ADMIN)
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/dashboard/sellers')
  await expect(heading(page)).toHaveText(/^Sellers: \d+$/)
  await expectScreenAccessible(page)
  const sellerName = 'Farzana Kabir'
  const laptop = await sellByCalls(browser, shop.url, { name: 'Laptop of one to verify', sellerName })
  await search(page, sellerName.toUpperCase())
  await expect(heading(page)).toHaveText('Sellers: 1')
  const seller = row(page, sellerName)
  await page.setViewportSize({ width: 1280, height: 500 })
  await seller.evaluate((element) => element.scrollIntoView())
  await seller.getByRole('button', { name: 'Verify' }).click()
  await expect(question(page)).toContainText('Are sure you want to verified this seller?')
  await expect(question(page)).toContainText('They have not confirmed that this e-mail address is theirs.')
  await expectNoAxeViolations(page)
  const told = expect(message(page)).toContainText(`${sellerName} is verified.`)
  const stood = await page.evaluate(() => scrollY)
  await question(page).getByRole('button', { name: 'Verify' }).click()
  await expect(seller.getByText('Verified')).toBeVisible()
  await told
  // The pressed button is gone: the focus stays in that row, and does not go to the top.
  await expect(seller).toBeFocused()
  expect(await page.evaluate(() => scrollY)).toBe(stood)
  // A page may be a second old.
  await expect(async () => {
    await page.goto('/advertisedProducts')
    await expect(cardOf(page, laptop)).toContainText('Verified Seller', { timeout: 1_000 })
  }).toPass()
})

test('an admin sees the online status and deletes a buyer, whose session ends', async ({
  page,
  browser,
  shop,
}) => {
  await signIn(page, ADMIN)
  const buyer = await (await newBuyer(browser, shop.url, 'Present Person')).newPage()
  await buyer.goto('/dashboard/myorders')
  await expect(heading(buyer)).toHaveText('My Orders: 0')
  await page.goto('/dashboard/buyers')
  await expect(heading(page)).toHaveText(/^Buyers: \d+$/)
  await search(page, 'Anika Sultana')
  await expect(row(page, 'Anika Sultana')).toContainText(/OfflineLast seen \w{3} \d+, \d{4}/)
  await search(page, 'present person')
  await expect(heading(page)).toHaveText('Buyers: 1')
  await expect(row(page, 'Present Person')).toContainText('Online')
  const dot = row(page, 'Present Person').locator('.rounded-full[aria-hidden]')
  expect(await hueOf(dot, 'background-color')).toBe('green')
  // With forced colours it is still a dot, and not just an indent.
  await page.emulateMedia({ forcedColors: 'active' })
  const isAsText = async () =>
    (await hueOf(dot, 'background-color')) === (await hueOf(dot.locator('..'), 'color'))
  await expect.poll(isAsText).toBe(true)
  await page.emulateMedia({ forcedColors: 'none' })
  await expect.poll(isAsText).toBe(false)
  await expectNoAxeViolations(page)
  await row(page, 'Present Person').getByRole('button', { name: 'Delete Present Person' }).click()
  await expect(question(page)).toContainText('Are you sure want to Delete the Buyer?')
  await expectNoAxeViolations(page)
  await expectTold(page, 'Present Person was deleted.', () =>
    question(page).getByRole('button', { name: 'Delete' }).click(),
  )
  await expect(page.getByText('Nothing here matches “present person”.')).toBeVisible()
  await buyer.goto('/dashboard/myorders')
  await expect(buyer).toHaveURL('/login?next=%2Fdashboard%2Fmyorders')
  await buyer.context().close()
})

test('an open dialog about a person or the selection survives a late search result', async ({ page }) => {
  await signIn(page, ADMIN)
  await page.goto('/dashboard/buyers')
  for (const name of ['Delete Anika Sultana', 'Delete 1 selected'])
    await test.step(name, async () => {
      // Others may have signed up since: she may not be in the first part of the list.
      await search(page, 'Anika Sultana')
      await expect(heading(page)).toHaveText('Buyers: 1')
      await page.getByRole('checkbox', { name: 'Select Anika Sultana' }).check()
      const answer = await holdBack(page, '**/api/users?*search=nobody*')
      const asked = page.waitForRequest('**/api/users?*search=nobody*')
      await search(page, 'nobody of that name')
      await asked
      await page.getByRole('button', { name }).click()
      await expect(question(page)).toContainText('Anika Sultana')
      answer()
      await expect(page.getByText('Nothing here matches “nobody of that name”.')).toBeVisible()
      await expect(question(page)).toContainText('Anika Sultana')
      await question(page).getByRole('button', { name: 'Cancel' }).click()
    })
})

test('a search with more results than one page shows a plus until all are loaded', async ({ page }) => {
  await signIn(page, ADMIN)
  // In parts of three.
  await page.route(/\/api\/users\?.*search=e/, (route) => {
    const url = new URL(route.request().url())
    url.searchParams.set('limit', '3')
    return route.continue({ url: url.href })
  })
  await page.goto('/dashboard/sellers')
  await search(page, 'e')
  await expect(heading(page)).toHaveText('Sellers: 3+')
  await expect(page.getByText('3+ found for “e”.')).toBeAttached()
  await expect(page.getByText('3 shown', { exact: true })).toBeVisible()
  const more = page.getByRole('button', { name: 'Load more' })
  await more.click()
  await expect(page.getByText('6 shown')).toBeVisible()
  await expect(heading(page)).toHaveText('Sellers: 6+')
  await expect(async () => {
    // It may have disappeared, if a press has loaded the last part.
    if (await more.isVisible()) await more.click({ timeout: 1_000 })
    await expect(more).toBeHidden({ timeout: 100 })
  }).toPass()
  await expect(page.getByText(/^(\d+) of \1 shown$/)).toBeVisible()
  await expect(heading(page)).toHaveText(`Sellers: ${await page.locator('tbody > tr').count()}`)
})

test('several buyers are deleted at once; one that is refused stays, with the reason', async ({
  page,
  browser,
  shop,
  expectConsole,
}) => {
  expectConsole(/status of 404/)
  expectConsole(/status of 409/)
  await signIn(page, ADMIN)
  for (const name of ['Crowd One', 'Crowd Two', 'Crowd Three']) {
    const buyer = await newBuyer(browser, shop.url, name)
    await buyer.close()
  }
  await page.goto('/dashboard/buyers')
  await search(page, 'crowd')
  await expect(heading(page)).toHaveText('Buyers: 3')
  const all = page.getByRole('checkbox', { name: 'Select all Buyers' }).filter({ visible: true })
  await row(page, 'Crowd One').getByRole('checkbox').check()
  await expect(page.getByText('1 of 3 selected')).toBeVisible()
  expect(await all.evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true)
  await all.click()
  await expect(page.getByText('3 of 3 selected')).toBeVisible()
  await all.click()
  await expect(page.getByRole('button', { name: /selected/ })).toBeHidden()
  await all.check()
  await expectScreenAccessible(page)
  await page.getByRole('button', { name: 'Delete 3 selected' }).click()
  await expect(question(page)).toContainText('Are you sure want to Delete the 3 Buyers?')
  await expectNoAxeViolations(page)
  // Another admin is faster with one of them; the server refuses one, as it does while they pay.
  const why = 'A payment is being processed. Please try again in a minute.'
  let calls = 0
  await page.route('**/api/user/*', async (route) => {
    calls += 1
    if (calls === 1) await route.fetch()
    if (calls !== 2) return route.continue()
    const body = { type: 'x', title: 'x', status: 409, code: 'payment-in-flight', detail: why }
    return route.fulfill({ status: 409, contentType: 'application/problem+json', json: body })
  })
  await question(page).getByRole('button', { name: 'Delete' }).click()
  await expect(question(page)).toContainText('2 of 3 deleted.')
  await expect(question(page).getByRole('listitem')).toHaveText(`Crowd Two${why}`)
  await expectNoAxeViolations(page)
  await question(page).getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(heading(page)).toHaveText('Buyers: 1')
  await expect(page.getByRole('button', { name: 'Delete 1 selected' })).toBeFocused()
  await page.unroute('**/api/user/*')
  await page.getByRole('button', { name: 'Delete 1 selected' }).click()
  await expect(question(page)).toContainText('Are you sure want to Delete the Buyer?')
  await question(page).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Nothing here matches “crowd”.')).toBeVisible()
  // The pressed button is gone with the selection.
  await expect(question(page)).toBeHidden()
  await expect(heading(page)).toBeFocused()
})

test('a bulk deletion counts a buyer already deleted by another admin as deleted', async ({
  page,
  browser,
  shop,
  expectConsole,
}) => {
  expectConsole(/status of 404/)
  const buyer = await newBuyer(browser, shop.url, 'Gone Already')
  await buyer.close()
  await signIn(page, ADMIN)
  await page.goto('/dashboard/buyers')
  await search(page, 'gone already')
  await expect(heading(page)).toHaveText('Buyers: 1')
  await page.getByRole('checkbox', { name: 'Select Gone Already' }).check()
  await page.getByRole('button', { name: 'Delete 1 selected' }).click()
  // Another admin is a moment faster.
  await page.route('**/api/user/*', async (route) => {
    await route.fetch()
    await route.continue()
  })
  await expectTold(page, 'Gone Already was deleted.', () =>
    question(page).getByRole('button', { name: 'Delete' }).click(),
  )
  await expect(question(page)).toBeHidden()
  await expect(page.getByText('Nothing here matches “gone already”.')).toBeVisible()
  await expect(heading(page)).toBeFocused()
})

test('a failed refresh keeps the list of people and the selection', async ({ page, expectConsole }) => {
  expectConsole(/ERR_FAILED/)
  await signIn(page, ADMIN)
  await page.goto('/dashboard/buyers')
  await page.getByRole('row').nth(1).getByRole('checkbox').check()
  await page.route('**/api/users?*', (route) => route.abort())
  const failed = page.waitForEvent('requestfailed')
  await comeBack(page)
  await failed
  await expect(page.locator('[aria-busy=false]').getByRole('table')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Delete 1 selected' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('a buyer who opens an admin page is signed out, with a single notice', async ({ page }) => {
  await signIn(page, 'buyer@clamshell.test')
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/dashboard/myorders')
  expect(await token(page)).toMatch(/^ey/)
  await page.goto('/dashboard/sellers')
  await expect(page).toHaveURL('/login?next=%2Fdashboard')
  await expect(message(page).getByText('Sorry! You are not Admin!')).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
  expect(await token(page)).toBe(null)
  expect(await (await page.request.get('/auth/get-session')).json()).toBe(null)
  await expectNoAxeViolations(page)
  await signInByForm(page, 'buyer@clamshell.test')
  await expect(page).toHaveURL('/dashboard/myorders')
})

test('a seller who opens a buyer page is redirected to their own first page', async ({ page }) => {
  await signIn(page, 'seller@clamshell.test')
  await page.goto('/dashboard/myorders')
  await expect(page).toHaveURL('/dashboard/mybuyers')
  await expect(page.getByText('Sorry!')).toBeHidden()
})

test('navigation within the dashboard requests no page from the server', async ({ page }) => {
  await signIn(page, ADMIN)
  await page.goto('/dashboard/sellers')
  await expect(heading(page)).toHaveText(/^Sellers: \d+$/)
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    const own = /^\/(api|auth)\//.test(pathname)
    if (!own && ['document', 'fetch', 'xhr'].includes(request.resourceType())) asked.push(pathname)
  })
  await page.evaluate(() => document.querySelector<HTMLAnchorElement>('a[href="/dashboard/buyers"]')?.click())
  await expect(heading(page)).toHaveText(/^Buyers: \d+$/)
  expect(asked).toEqual([])
})
