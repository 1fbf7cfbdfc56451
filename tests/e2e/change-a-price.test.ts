import type { Locator, Page, Route } from '@playwright/test'
import { formatDollars } from '#contract/money.ts'
import type { MyProduct } from '#contract/products.ts'
import { expect, test } from '#tests/support/browser.ts'
import { expectDone, headersOf, insert, sellByCalls, signUpBuyer } from '#tests/support/calls.ts'
import { expectScreenAccessible } from '#tests/support/screens.ts'
import {
  cardOf,
  expectTold,
  holdBack,
  message,
  newEmail,
  openAlive,
  signIn,
  signUp,
} from '#tests/support/steps.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Change price' })
const field = (page: Page) => dialog(page).getByLabel('Current Price')
const save = (page: Page) => dialog(page).getByRole('button', { name: 'Save' })

type Sold = Awaited<ReturnType<typeof sellByCalls>>

/** Changes the price of a laptop, as its seller does elsewhere. */
async function reprice(page: Page, { _id, seller }: Sold, currentPrice: string): Promise<void> {
  await expectDone(page.request.put(`/api/productprice/${_id}`, { headers: seller, data: { currentPrice } }))
}

/** Fills in the Booking Form that `opener` opens, and submits it after `meanwhile`. */
async function orderAfter(page: Page, opener: Locator, shown: string, meanwhile: () => Promise<void>) {
  const form = page.getByRole('dialog', { name: 'Booking Form' })
  await opener.press('Enter')
  await expect(form.getByLabel('Product Price')).toHaveValue(shown)
  await form.getByLabel('Phone').fill('01700000009')
  await form.getByLabel('Location').fill('Zindabazar, Sylhet')
  await meanwhile()
  await expectTold(page, 'Booking Successfully Submitted.', () =>
    form.getByRole('button', { name: 'Submit' }).click(),
  )
  await expect(form).toBeHidden()
}

/** My Products, with the button for the first laptop whose price can be changed, its name and its price. */
async function openMyProducts(page: Page) {
  await signIn(page, 'seller@clamshell.test')
  await page.goto('/dashboard/myproducts')
  const able = page.locator('button[aria-label^="Change price of"]:not([aria-disabled=true])')
  const row = page.getByRole('row').filter({ has: able }).first()
  const button = row.getByRole('button', { name: /^Change price of / })
  const name = (await button.getAttribute('aria-label'))?.replace('Change price of ', '') ?? ''
  const price = /\$([\d,]+(?:\.\d\d)?)/.exec(await row.innerText())?.[1]?.replace(',', '') ?? ''
  return { name, row, button, price }
}

test('a seller changes the price of a laptop, and it is shown at once', async ({ page }) => {
  const { name, row, button, price } = await openMyProducts(page)
  await button.click()
  await expect(field(page)).toBeFocused()
  await expect(field(page)).toHaveValue(price)
  await expect(field(page)).toHaveAccessibleDescription(/no more than the original price of \$\d/)
  await expectScreenAccessible(page)
  // The value is selected, so typing replaces it.
  await page.keyboard.type('99.50')
  const change = await holdBack(page, '**/api/productprice/*')
  await page.keyboard.press('Enter')
  await expect(field(page)).not.toBeEditable()
  await page.keyboard.type('9')
  await expect(field(page)).toHaveValue('99.50')
  await expectTold(page, `${name} costs $99.50 now.`, change)
  await expect(dialog(page)).toBeHidden()
  await expect(row).toContainText('$99.50')
  await expect(button).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(field(page)).toHaveValue('99.50')
  await page.keyboard.type('12')
  // As the browser does when another window is visited meanwhile: back here, typing continues where it stopped.
  await field(page).evaluate((input) => {
    input.blur()
    input.focus()
  })
  await page.keyboard.type('3')
  await expect(field(page)).toHaveValue('123')
  await field(page).fill(price)
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toBeHidden()
  await expect(row).not.toContainText('$99.50')
})

test('a refused price shows its error at the field only and stays as typed for correction', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/status of 400/)
  const { button, price } = await openMyProducts(page)
  await button.click()
  for (const [typed, why] of [
    ['999999', 'Must not be more than the original price.'],
    ['$1,200', 'Please type a price from 0.50 to 999999.99, like 449.50.'],
  ] as const) {
    await field(page).fill(typed)
    await save(page).click()
    await expect(field(page)).toHaveAccessibleDescription(new RegExp(why.replaceAll('.', '\\.')))
    await expect(field(page)).toBeFocused()
    await expect(field(page)).toHaveValue(typed)
    // Somebody who submits with Enter is in the field already, so it is announced as well.
    await expect(dialog(page).getByRole('alert')).toHaveText(why)
  }
  await expectScreenAccessible(page)
  await field(page).fill(price)
  await expect(field(page)).not.toHaveAttribute('aria-invalid')
  await save(page).click()
  await expect(dialog(page)).toBeHidden()
})

test('a failed price change keeps the input in the dialog; closing after a 409 refreshes the list', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/status of (409|503)/)
  const { button } = await openMyProducts(page)
  const refuse = (status: number, detail: string) => (route: Route) =>
    route.fulfill({ status, contentType: 'application/problem+json', json: { code: 'refused', detail } })
  await button.click()
  await field(page).fill('98')
  await page.route('**/api/productprice/*', refuse(503, 'The shop is too busy right now.'))
  await save(page).click()
  await expect(dialog(page).getByRole('alert')).toHaveText('The shop is too busy right now.')
  await page.unroute('**/api/productprice/*')
  await page.route('**/api/productprice/*', refuse(409, 'A buyer is paying for this laptop right now.'))
  await save(page).click()
  await expect(dialog(page).getByRole('alert')).toHaveText('A buyer is paying for this laptop right now.')
  await expect(field(page)).toHaveValue('98')
  await Promise.all([
    page.waitForRequest('**/api/myproduct?*'),
    dialog(page).getByRole('button', { name: 'Cancel' }).click(),
  ])
  await expect(dialog(page)).toBeHidden()
  await expect(button).toBeFocused()
})

test('a price change that fails after its dialog was closed is reported in a toast', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED/)
  const { name, button } = await openMyProducts(page)
  await button.click()
  await field(page).fill('97')
  const closed = Promise.withResolvers<void>()
  await page.route('**/api/productprice/*', (route) => closed.promise.then(() => route.abort()))
  await save(page).click()
  await expect(save(page)).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  closed.resolve()
  await expect(message(page)).toContainText(`The price of ${name} was not changed, or the answer was lost.`)
})

test('the wishlist shows the price of an order placed before the price changed', async ({ page }) => {
  await signIn(page, 'seller@clamshell.test')
  const seller = await headersOf(page, 'seller@clamshell.test')
  const mine = await page.request.get('/api/myproduct?email=seller@clamshell.test', { headers: seller })
  const laptops: MyProduct[] = await mine.json()
  const laptop = laptops.findLast(({ status, locked }) => status === 'available' && !locked)
  const email = newEmail()
  await signUp(page, { email })
  const buyer = await headersOf(page, email)
  for (const call of ['/api/booking', '/api/wishlist']) {
    const data = { productId: laptop?._id, phone: '01700000009', location: 'Zindabazar, Sylhet' }
    await insert(page, call, { headers: buyer, data })
  }
  const priced = await page.request.put(`/api/productprice/${laptop?._id}`, {
    headers: seller,
    data: { currentPrice: '77' },
  })
  expect(priced.status()).toBe(200)
  await page.goto('/dashboard/mywishlist')
  const ordered = formatDollars(laptop?.currentPrice ?? 0)
  await expect(page.getByRole('row', { name: laptop?.name })).toContainText(
    `$77${ordered} when savedYour order: ${ordered}`,
  )
  await expectScreenAccessible(page)
})

test('an order after a price change reports the new price and updates the card', async ({
  page,
  browser,
  shop,
}) => {
  const laptop = await sellByCalls(browser, shop.url, { name: 'Dearer meanwhile' })
  const card = cardOf(page, laptop)
  const opener = card.getByRole('button', { name: 'Place Order' })
  // By the site's own link: a page rendered by the server may be a second old.
  const open = async () => {
    await openAlive(page, '/blogs')
    await page.getByRole('banner').getByRole('link', { name: 'Ads Products' }).click()
  }
  const orderAt = (price: string, shown: string) =>
    orderAfter(page, opener, shown, () => reprice(page, laptop, price))
  await open()
  // A guest's name and e-mail are still there when the form is opened again.
  await opener.press('Enter')
  await page.getByRole('dialog').getByLabel('Your Name').fill('Ada Lovelace')
  await page.getByRole('dialog').getByLabel('Email').fill(newEmail())
  await page.keyboard.press('Escape')
  await orderAt('475.50', '$450')
  const changed = (price: string) => `The price has changed to ${price} since this page was loaded.`
  await expect(message(page)).toContainText(`${changed('$475.50')} We have sent an e-mail to`)
  await expect(card).toContainText('$475.50')
  await expect(opener).toBeFocused()

  await signUp(page, { email: newEmail() })
  await open()
  await orderAt('125', '$475.50')
  await expect(message(page)).toContainText(`${changed('$125')} The seller will see your phone number`)
  await expect(card).toContainText('$125')
  await expectScreenAccessible(page)

  // Ordered again at the price now shown; the first order has another one.
  await reprice(page, laptop, '130')
  await open()
  await orderAfter(page, opener, '$130', async () => {})
  await expect(message(page)).toContainText('That order stands, at $125;')
  await expect(message(page)).not.toContainText('has changed')
})

test('an order after a price change keeps the focus, though a newer laptop joins the list', async ({
  page,
  browser,
  shop,
}) => {
  await signUp(page, { email: newEmail() })
  for (const list of ['Ads Products', 'WALTON']) {
    const laptop = await sellByCalls(browser, shop.url, { name: `Dearer at ${list}` })
    // By the site's own link: a page rendered by the server may be a second old.
    await openAlive(page, '/blogs')
    await page.getByRole('banner').getByRole('link', { name: list }).click()
    const opener = cardOf(page, laptop).getByRole('button', { name: 'Place Order' })
    const newer = { name: `Newer at ${list}` }
    await orderAfter(page, opener, '$450', async () => {
      await sellByCalls(browser, shop.url, newer)
      await reprice(page, laptop, '475')
    })
    await expect(cardOf(page, newer)).toBeVisible()
    await expect(opener).toBeFocused()
  }
})

test('a wishlist laptop whose price changes before the order shows the price of the order', async ({
  page,
  browser,
  shop,
}) => {
  const laptop = await sellByCalls(browser, shop.url, { name: 'Cheaper meanwhile' })
  const headers = await signUpBuyer(page)
  await insert(page, '/api/wishlist', {
    headers,
    data: { productId: laptop._id },
  })
  await page.goto('/dashboard/mywishlist')
  const row = page.getByRole('row', { name: laptop.name })
  await orderAfter(page, row.getByRole('link', { name: /^Please Pay/ }), '$450', () =>
    reprice(page, laptop, '399'),
  )
  await expect(message(page)).toContainText('The price has changed to $399 since this page was loaded.')
  await expect(row).toContainText('$399$450 when saved')
})

test('the price of a sold laptop cannot be changed, and the button says why', async ({ page }) => {
  await signIn(page, 'seller@clamshell.test')
  await page.goto('/dashboard/myproducts')
  const row = page.getByRole('row').filter({ has: page.getByRole('button', { name: /^Sold: / }) })
  const button = row.getByRole('button', { name: /^Change price of / }).first()
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await expect(button).toHaveAccessibleDescription(
    /^(A sold laptop keeps its price|A buyer has paid for this laptop)\.$/,
  )
  await button.press('Enter')
  await expect(dialog(page)).toBeHidden()
})
