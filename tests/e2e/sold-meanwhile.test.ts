import type { Page, Route } from '@playwright/test'
import { expect, test } from '#tests/support/browser.ts'
import {
  expectDone,
  headersOf,
  insert,
  orderAndOpenPayment,
  sellByCalls,
  verifySeller,
} from '#tests/support/calls.ts'
import { expectScreenAccessible } from '#tests/support/screens.ts'
import {
  cardOf,
  drawn,
  expectTold,
  loseAnswer,
  message,
  newEmail,
  openAlive,
  PASSWORD,
  signIn,
  signUp,
  typeCard,
} from '#tests/support/steps.ts'

/* Laptops that are sold while somebody looks at them. */

type Sold = Awaited<ReturnType<typeof sellByCalls>>
const form = (page: Page) => page.getByRole('dialog', { name: 'Booking Form' })

async function sell(page: Page, { _id, seller }: Sold): Promise<void> {
  await expectDone(page.request.put(`/api/productsold/${_id}`, { headers: seller }))
}

async function save(page: Page, email: string, { _id }: Sold): Promise<void> {
  await insert(page, '/api/wishlist', { headers: await headersOf(page, email), data: { productId: _id } })
}

/** Submits the open Booking Form of a laptop that is sold just before. */
async function orderTooLate(page: Page, laptop: Sold): Promise<void> {
  await form(page).getByLabel('Phone').fill('01700000009')
  await form(page).getByLabel('Location').fill('Multiplan Center, Elephant Road')
  await sell(page, laptop)
  await form(page).getByRole('button', { name: 'Submit' }).click()
  await expect(form(page)).toBeHidden()
  await expect(message(page)).toContainText(`${laptop.name} was not ordered. This laptop is sold.`)
}

test('ordering a laptop that has just been sold closes the form and removes its card', async ({
  page,
  browser,
  shop,
  expectConsole,
}) => {
  expectConsole(/status of 409/)
  // By a verified seller, so that its card has a badge, one tab stop that the other cards lack.
  const sellerName = 'Farzana Mahmud'
  const third = await sellByCalls(browser, shop.url, { name: 'Not sold', sellerName })
  await verifySeller(browser, shop.url, sellerName)
  const second = await sellByCalls(browser, shop.url, { name: 'Sold as the second' })
  const first = await sellByCalls(browser, shop.url, { name: 'Sold as the first' })
  await signUp(page, { email: newEmail() })
  await openAlive(page, '/advertisedProducts')
  await expect(cardOf(page, third).getByRole('button', { name: 'Verified Seller' })).toBeVisible()
  for (const laptop of [second, first]) {
    await cardOf(page, laptop).getByRole('button', { name: 'Place Order' }).press('Enter')
    await orderTooLate(page, laptop)
    await expect(cardOf(page, laptop)).toHaveCount(0)
    await expect(cardOf(page, third).getByRole('button', { name: 'Place Order' })).toBeFocused()
  }
})

test('a wishlist laptop sold before the order is shown as sold; removing it focuses the next', async ({
  page,
  browser,
  shop,
  expectConsole,
}) => {
  expectConsole(/status of 409/)
  const other = await sellByCalls(browser, shop.url, { name: 'Still to be had' })
  const laptop = await sellByCalls(browser, shop.url, { name: 'Taken from the wishlist' })
  const email = newEmail()
  await signUp(page, { email })
  await save(page, email, other)
  await save(page, email, laptop)
  await page.goto('/dashboard/mywishlist')
  const row = page.getByRole('row', { name: laptop.name })
  await row.getByRole('link', { name: /^Please Pay/ }).press('Enter')
  await orderTooLate(page, laptop)
  await expect(row).toContainText('Sold')
  await expect(page).toHaveURL('/dashboard/mywishlist')
  await expect(row).toBeFocused()

  await page.keyboard.press('Tab')
  await expect(row.getByRole('button', { name: /^Remove/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(row).toHaveCount(0)
  await expect(page.getByRole('button', { name: `Remove ${other.name}` })).toBeFocused()
})

test('an order whose laptop is sold cannot be paid, and its page links to My Orders', async ({
  page,
  browser,
  shop,
  expectConsole,
}) => {
  expectConsole(/status of 409/)
  const laptop = await sellByCalls(browser, shop.url, { name: 'Sold before it was paid' })
  const email = newEmail()
  await signUp(page, { email })
  let asked = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/create-payment-intent')) asked++
  })
  // Sold after the page has read the order, and before it begins the payment.
  const read = async (route: Route) => {
    const response = await route.fetch()
    await sell(page, laptop)
    await route.fulfill({ response })
  }
  await page.route('**/api/booking/*', read, { times: 1 })
  await page.setViewportSize({ width: 360, height: 640 })
  const opens = [() => orderAndOpenPayment(page, email, laptop), () => page.reload()]
  for (const open of opens) {
    asked = 0
    await open()
    const main = page.locator('#page')
    const why = 'This laptop was sold to somebody else. You have not been charged.'
    await expect(main.getByRole('alert')).toHaveText(why)
    await expect(main.getByRole('heading')).toHaveText(`${laptop.name} is no longer available`)
    // All that matters by now is in the first view of a phone: nothing has to scroll, not even the heading away.
    await drawn(page)
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await expect(main.getByRole('link', { name: 'My Orders' })).toBeInViewport({ ratio: 1 })
    await expect(main.getByText('will get in touch')).toHaveCount(0)
    await expect(main.getByRole('button')).toHaveCount(0)
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expectScreenAccessible(page)
    expect(asked).toBe(1)
  }
  await page.locator('#page').getByRole('link', { name: 'My Orders' }).click()
  await expect(page.getByRole('row', { name: laptop.name })).toContainText('No longer available')
})

test('marking a laptop as sold reports that it is marked already, or paid for by a buyer', async ({
  page,
  browser,
  shop,
  expectConsole,
}) => {
  expectConsole(/status of 409/)
  const laptop = await sellByCalls(browser, shop.url, { name: 'Paid before it was marked' })
  await signIn(page, laptop.email, PASSWORD)
  const ask = async () => {
    await page.goto('/dashboard/myproducts')
    await page.getByRole('button', { name: `Available: ${laptop.name}` }).click()
  }
  const question = page.locator('dialog[open]')
  const mark = () => question.getByRole('button', { name: 'Mark as sold' }).press('Enter')
  await ask()
  await sell(page, laptop)
  await expectTold(page, `${laptop.name} was already marked as sold.`, mark)
  await expect(question).toBeHidden()

  const unmarked = await page.request.put(`/api/productavailable/${laptop._id}`, { headers: laptop.seller })
  expect(unmarked.ok()).toBe(true)
  await ask()
  const buyer = await (await browser.newContext({ baseURL: shop.url })).newPage()
  const email = newEmail()
  await signUp(buyer, { email })
  await orderAndOpenPayment(buyer, email, laptop)
  await typeCard(buyer, '4242424242424242')
  await expect(buyer.getByText('Your Payment Successfully Received')).toBeVisible()
  await buyer.context().close()
  await mark()
  await expect(question.getByRole('alert')).toHaveText(
    'A buyer has paid for this laptop: it is sold to them.',
  )
  await expectScreenAccessible(page)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: `Sold: ${laptop.name}` })).toBeVisible()
})

test('a boosted laptop is not shown as advertised while it is sold', async ({ page, browser, shop }) => {
  const laptop = await sellByCalls(browser, shop.url, { name: 'Sold in front' })
  await signIn(page, laptop.email, PASSWORD)
  const boost = page.getByRole('row', { name: laptop.name }).getByRole('cell').filter({ hasText: 'Boosted' })
  for (const [call, told] of [
    ['productsold', 'not while sold'],
    ['productavailable', /until \w+ \d+, \d+/],
  ] as const) {
    await expectDone(page.request.put(`/api/${call}/${laptop._id}`, { headers: laptop.seller }))
    await page.goto('/dashboard/myproducts')
    await expect(boost).toContainText(told)
  }
})

test('closing a refused dialog refreshes the list, which stays if the refresh fails', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/status of (409|503)/)
  await signIn(page, 'seller@clamshell.test')
  await page.goto('/dashboard/myproducts')
  await page
    .getByRole('button', { name: /^Delete / })
    .first()
    .click()
  const refuse = (status: number, detail: string) => (route: Route) =>
    route.fulfill({ status, contentType: 'application/problem+json', json: { code: 'refused', detail } })
  await page.route('**/api/myproduct/*', refuse(409, 'A buyer is paying for this laptop right now.'))
  await page.route('**/api/myproduct?*', refuse(503, 'The shop is too busy right now.'))
  const fetched: string[] = []
  page.on('requestfinished', (request) => {
    if (request.url().includes('/api/myproduct?')) fetched.push(request.url())
  })
  const rows = page.getByRole('row')
  const count = await rows.count()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(question.getByRole('alert')).toContainText('A buyer is paying for this laptop right now.')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => fetched.length).toBe(1)
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await expect(rows).toHaveCount(count)
})

test('an order retried after a lost response for a laptop already paid does not ask for payment', async ({
  page,
  context,
  browser,
  shop,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED/)
  const laptop = await sellByCalls(browser, shop.url, { name: 'Paid in another tab' })
  const email = newEmail()
  await signUp(page, { email })
  await openAlive(page, '/advertisedProducts')
  const other = await context.newPage()
  await orderAndOpenPayment(other, email, laptop)
  await typeCard(other, '4242424242424242')
  await expect(other.getByText('Your Payment Successfully Received')).toBeVisible()
  await cardOf(page, laptop).getByRole('button', { name: 'Place Order' }).click()
  const form = page.getByRole('dialog', { name: 'Booking Form' })
  await form.getByLabel('Phone').fill('01700000009')
  await form.getByLabel('Location').fill('Zindabazar, Sylhet')
  await page.route('**/api/booking', loseAnswer, { times: 1 })
  const submit = form.getByRole('button', { name: 'Submit' })
  await submit.click()
  await expect(form.getByRole('alert')).toContainText('Clamshell cannot be reached.')
  await expectTold(page, 'You had already ordered this laptop.', () => submit.click())
  await expect(message(page)).not.toContainText('Pay once you have seen')
})

test('an order whose laptop is put back on sale while its page loads can be paid', async ({
  page,
  browser,
  shop,
}) => {
  const laptop = await sellByCalls(browser, shop.url, { name: 'Put back on sale' })
  const email = newEmail()
  await signUp(page, { email })
  // The order is read before that, the payment begun after it.
  await page.route('**/api/booking/*', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), available: false } })
  })
  await orderAndOpenPayment(page, email, laptop)
  await expect(page.getByRole('button', { name: 'Payment' })).toBeEnabled()
  await expect(page.locator('#page').getByRole('heading')).toHaveText(
    `Please complete the payment for ${laptop.name}`,
  )
})
