import type { Page } from '@playwright/test'
import pg from 'pg'
import { ROWS } from '#contract/limits.ts'
import type { MyProduct, Product } from '#contract/products.ts'
import { expect, test } from '#tests/support/browser.ts'
import { headersOf, insert } from '#tests/support/calls.ts'
import type { Shop } from '#tests/support/shop.ts'
import { comeBack, drawn, expectTold, message, newEmail, signIn, signUp } from '#tests/support/steps.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const question = (page: Page) => page.getByRole('alertdialog')

/** A new buyer with this many orders, or wishes, made by API calls. */
async function buyerWith(page: Page, call: '/api/booking' | '/api/wishlist', count: number): Promise<void> {
  const email = newEmail()
  await signUp(page, { email })
  const headers = await headersOf(page, email)
  const laptops: Product[] = await (await page.request.get('/api/products?limit=100')).json()
  // With different names, as far as possible: a message about a laptop replaces one about another with the same name.
  const named = new Set(new Map(laptops.map((laptop) => [laptop.name, laptop])).values())
  for (const { _id } of [...laptops.filter((laptop) => !named.has(laptop)), ...named].slice(-count)) {
    const data = { productId: _id, phone: '01700000009', location: 'Zindabazar, Sylhet' }
    await insert(page, call, { headers, data })
  }
}

/** A new buyer with more wishes than there are laptops: some are for laptops that are no longer in the shop. */
async function buyerWithMany(page: Page, shop: Shop, count: number): Promise<void> {
  const email = newEmail()
  await signUp(page, { email })
  const database = new pg.Client({ host: `${shop.folder}/database`, user: 'postgres', database: 'postgres' })
  await database.connect()
  try {
    await database.query(
      `with gone as (
         insert into products (id, brand_id, name, original_price_cents, current_price_cents, condition,
           purchase_year, phone, location, image_id, description, status, withdrawn_at)
         select gen_random_uuid(), 'hp', 'Gone ' || n, 90000, 45000, 'Good', '1Y', '01700000009', 'Sylhet',
           (select image_id from products limit 1), 'Light wear.', 'sold', now()
         from generate_series(1, $1::int) as n
         returning id)
       insert into wishlist (id, buyer_id, product_id, price_cents_when_saved)
       select gen_random_uuid(), users.id, gone.id, 45000 from gone, users where email = $2`,
      [count, email],
    )
  } finally {
    await database.end()
  }
}

test('decided reports that fail to load show an error below a heading without a count', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED/)
  await signIn(page, 'admin@clamshell.test')
  await page.route('**/api/reports?state=decided*', (route) => route.abort())
  await page.goto('/dashboard/reporteditems')
  await expect(page.getByRole('alert')).toContainText('cannot be reached')
  await expect(page.getByRole('heading', { level: 2, name: /^Decided/ })).toHaveText('Decided')
})

test('deleting an order far down a list keeps the other rows loaded', async ({ page }) => {
  await buyerWith(page, '/api/booking', 26)
  await page.goto('/dashboard/myorders')
  // A button does the same whatever key is held: unlike a link it opens no tab.
  await page.getByRole('button', { name: 'Load more' }).click({ modifiers: ['Shift'] })
  const bins = page.getByRole('button', { name: /^Delete the order/ })
  await expect(bins).toHaveCount(26)
  await bins.last().click()
  const told = expect(message(page)).toContainText('was deleted.')
  await question(page).getByRole('button', { name: 'Delete' }).click()
  await expect(heading(page)).toHaveText('My Orders: 25')
  await expect(bins).toHaveCount(25)
  await told
})

test('removing a wish far down a long list keeps the other rows and focuses the next', async ({
  page,
  shop,
}) => {
  const count = ROWS.most + 3
  await buyerWithMany(page, shop, count)
  await page.goto('/dashboard/mywishlist')
  const bins = page.getByRole('button', { name: /^Remove / })
  for (let shown: number = ROWS.usual; shown < count; shown += ROWS.usual) {
    await expect(bins).toHaveCount(shown)
    await page.getByRole('button', { name: 'Load more' }).click()
  }
  await expect(bins).toHaveCount(count)
  const next = (await bins.nth(ROWS.most + 1).getAttribute('aria-label')) ?? ''
  await expectTold(page, 'is no longer on your wishlist.', () => bins.nth(ROWS.most).click())
  await expect(heading(page)).toHaveText(`My Wishlist: ${count - 1}`)
  await expect(bins).toHaveCount(count - 1)
  await expect(bins.nth(ROWS.most)).toBeFocused()
  await expect(bins.nth(ROWS.most)).toHaveAccessibleName(next)
})

test('deleting an order already deleted in another tab closes the dialog and removes the row', async ({
  page,
  context,
  expectConsole,
}) => {
  expectConsole(/status of 404/)
  await buyerWith(page, '/api/booking', 2)
  await page.goto('/dashboard/myorders')
  const bins = page.getByRole('button', { name: /^Delete the order/ })
  await expect(bins).toHaveCount(2)
  const other = await context.newPage()
  await other.goto('/dashboard/myorders')
  await other
    .getByRole('button', { name: /^Delete the order/ })
    .first()
    .click()
  await question(other).getByRole('button', { name: 'Delete' }).click()
  await expect(heading(other)).toHaveText('My Orders: 1')

  await bins.first().click()
  await question(page).getByRole('button', { name: 'Delete' }).click()
  await expect(question(page)).toBeHidden()
  await expect(message(page)).toContainText(/^The order for .+ is no longer here\./)
  await expect(heading(page)).toHaveText('My Orders: 1')
  await expect(bins).toHaveCount(1)
  await expect(bins).toBeFocused()
})

test('a double click on Remove removes a wish once, without an error', async ({ page }) => {
  await buyerWith(page, '/api/wishlist', 2)
  await page.goto('/dashboard/mywishlist')
  const told = expect(message(page)).toContainText('is no longer on your wishlist.')
  await page
    .getByRole('button', { name: /^Remove / })
    .first()
    .dblclick()
  await expect(heading(page)).toHaveText('My Wishlist: 1')
  await told
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('when toasts exceed the limit, a success is dropped before failures', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED/)
  await buyerWith(page, '/api/wishlist', 4)
  await page.goto('/dashboard/mywishlist')
  const bins = page.getByRole('button', { name: /^Remove / })
  const failures = message(page).getByText('was not removed')
  const refuse = () => page.route('**/api/mywishlist/*', (route) => route.abort())
  await refuse()
  await bins.nth(0).click()
  await bins.nth(1).click()
  await expect(failures).toHaveCount(2)
  await page.unroute('**/api/mywishlist/*')
  await expectTold(page, 'is no longer on your wishlist.', () => bins.nth(3).click())
  await refuse()
  await bins.nth(2).click()
  await expect(failures).toHaveCount(3)
})

test('a failed removal leaves the wishlist unchanged when the refresh fails, too', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED/)
  await buyerWith(page, '/api/wishlist', 2)
  await page.goto('/dashboard/mywishlist')
  const bins = page.getByRole('button', { name: /^Remove / })
  await expect(bins).toHaveCount(2)
  await page.route('**/api/**', (route) => route.abort())
  await bins.first().press('Enter')
  await expect(message(page)).toContainText('was not removed')
  // Until nothing is loading any more.
  await expect(page.getByRole('main').locator('[aria-disabled=true], .skeleton')).toHaveCount(0)
  await expect(heading(page)).toHaveText('My Wishlist: 2')
  await expect(bins.first()).toBeFocused()
})

test('a failure after its dialog was closed is reported once no dialog is open', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED/)
  await buyerWith(page, '/api/booking', 2)
  const asked = Promise.withResolvers<void>()
  await page.route('**/api/myorders/*', async (route) => {
    await asked.promise
    await route.abort()
  })
  await page.goto('/dashboard/myorders')
  const bins = page.getByRole('button', { name: /^Delete the order/ })
  await bins.first().click()
  await question(page).getByRole('button', { name: 'Delete' }).click()
  await page.keyboard.press('Escape')
  await expect(question(page)).toBeHidden()
  await bins.last().click()
  const refused = page.waitForEvent('requestfailed')
  asked.resolve()
  await refused
  await expect(question(page)).toBeVisible()
  // A message behind a dialog could be neither heard nor dismissed.
  await expect(page.getByRole('alert')).toHaveCount(0)
  await question(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('alert').first()).toContainText(
    /^The order for .+ was not deleted, or the answer was lost\. Check your connection/,
  )
})

test('a failed deletion of a laptop is reported without the consequences for buyers', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED/)
  await signIn(page, 'seller@clamshell.test')
  const asked = Promise.withResolvers<void>()
  await page.route('**/api/myproduct?*', async (route) => {
    const response = await route.fetch()
    const laptops: MyProduct[] = await response.json()
    const ordered = { status: 'available' as const, locked: null, orders: 1 }
    await route.fulfill({ response, json: laptops.map((laptop) => ({ ...laptop, ...ordered })) })
  })
  await page.route('**/api/myproduct/*', (route) => asked.promise.then(() => route.abort()))
  await page.goto('/dashboard/myproducts')
  const bin = page.getByRole('button', { name: /^Delete / }).first()
  const name = (await bin.getAttribute('aria-label'))?.replace('Delete ', '')
  await bin.click()
  await expect(question(page)).toContainText('They can no longer pay; we will e-mail them.')
  await question(page).getByRole('button', { name: 'Delete' }).click()
  await page.keyboard.press('Escape')
  await expect(question(page)).toBeHidden()
  const anew = page.waitForResponse('**/api/myproduct?*')
  asked.resolve()
  await expect(page.getByRole('alert')).toHaveText(
    `${name} was not deleted, or the answer was lost. Check your connection, then try again.`,
  )
  await anew
})

test('a failed Load more waits for a retry without moving focus; a refresh clears its error', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED/)
  await buyerWith(page, '/api/wishlist', 27)
  await page.goto('/dashboard/mywishlist')
  await page.route('**/api/wishlist?*after=*', (route) => route.abort())
  const more = page.getByRole('button', { name: 'Load more' })
  const failure = page.getByRole('alert')
  await more.click()
  await expect(failure).toContainText('cannot be reached')
  const bins = page.getByRole('button', { name: /^Remove / })
  await bins.first().focus()
  // The connection is back.
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await drawn(page)
  await expect(bins.first()).toBeFocused()
  await expect(failure).toBeVisible()

  await bins.first().click()
  await expect(heading(page)).toHaveText('My Wishlist: 26')
  await expect(failure).toHaveCount(0)

  await more.click()
  await expect(failure).toContainText('cannot be reached')
  await page.unroute('**/api/wishlist?*after=*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(bins).toHaveCount(26)
})

test('a late count of open reports does not replace a newer one', async ({ page }) => {
  await signIn(page, 'admin@clamshell.test')
  await page.goto('/dashboard/sellers')
  const badge = page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: /Reported/ })
  await expect(badge).toHaveAccessibleName(/\d+ open report/)
  const calls = '**/api/reports?limit=1'
  const late = Promise.withResolvers<void>()
  const answers = [
    { total: 77, from: late.promise },
    { total: 66, from: undefined },
  ]
  await page.route(calls, async (route) => {
    const answer = answers.shift()
    await answer?.from
    await route.fulfill({ headers: { 'x-total-count': String(answer?.total) }, json: [] })
  })
  for (const _ of [...answers]) await Promise.all([page.waitForRequest(calls), comeBack(page)])
  await expect(badge).toHaveAccessibleName('Reported Items 66 open reports')
  const came = page.waitForResponse(calls)
  late.resolve()
  await (await came).finished()
  await drawn(page)
  await expect(badge).toHaveAccessibleName('Reported Items 66 open reports')
})
