import type { Page } from '@playwright/test'
import type { Product } from '#contract/products.ts'
import { expect, expectNoAxeViolations, test } from '#tests/support/browser.ts'
import { insert, signUpBuyer } from '#tests/support/calls.ts'
import { expectTold, message, takeOther } from '#tests/support/steps.ts'

const WISHLIST = '/dashboard/mywishlist'
const form = (page: Page) => page.getByRole('dialog', { name: 'Booking Form' })
const pleasePay = (page: Page) => page.getByRole('link', { name: /^Please Pay/ })

test('Please Pay opens the Booking Form for a laptop not yet ordered, in this tab or another', async ({
  page,
  context,
}) => {
  const headers = await signUpBuyer(page)
  const { _id, name } = await takeOther(page)
  await insert(page, '/api/wishlist', { headers, data: { productId: _id } })
  await page.goto(WISHLIST)
  await expect(pleasePay(page)).toHaveAttribute('href', `${WISHLIST}?order=${_id}`)

  const leave = [() => form(page).getByRole('button', { name: 'Close' }).click(), () => page.goBack()]
  for (const close of leave) {
    await pleasePay(page).press('Enter')
    await expect(page).toHaveURL(`${WISHLIST}?order=${_id}`)
    await expect(form(page).getByLabel('Product Name')).toHaveValue(name)
    await close()
    await expect(form(page)).toHaveCount(0)
    await expect(page).toHaveURL(WISHLIST)
    await expect(pleasePay(page)).toBeFocused()
  }

  await pleasePay(page).press('Enter')
  await expect(form(page)).toBeVisible()
  await page.reload()
  await expect(form(page).getByLabel('Product Name')).toHaveValue(name)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(WISHLIST)
  await expect(pleasePay(page)).toBeFocused()

  const other = await context.newPage()
  await other.goto(`${WISHLIST}?order=${_id}`)
  await expect(form(other).getByLabel('Product Name')).toHaveValue(name)
  await expectNoAxeViolations(other)
  await form(other).getByLabel('Phone').fill('01700000009')
  await form(other).getByLabel('Location').fill('Zindabazar, Sylhet')
  await expectTold(other, 'Booking Successfully Submitted.', () =>
    form(other).getByRole('button', { name: 'Submit' }).click(),
  )
  await expect(form(other)).toHaveCount(0)
  await expect(other).toHaveURL(WISHLIST)
  await expect(pleasePay(other)).toHaveAttribute('href', /^\/dashboard\/payment\//)
  await expect(pleasePay(other)).toBeFocused()
  for (const none of [_id, 'unknown']) {
    await other.goto(`${WISHLIST}?order=${none}`)
    await expect(pleasePay(other)).toBeVisible()
    await expect(other).toHaveURL(WISHLIST)
    await expect(form(other)).toHaveCount(0)
  }
})

test('a closed Booking Form leaves no history entry: Back leads to the page before the wishlist', async ({
  page,
}) => {
  const headers = await signUpBuyer(page)
  const { _id } = await takeOther(page)
  await insert(page, '/api/wishlist', { headers, data: { productId: _id } })
  await page.goto('/dashboard/account')
  const links = page.getByRole('navigation', { name: 'Dashboard' })
  const comeFromAccount = async () => {
    await links.getByRole('link', { name: 'My Wishlist' }).click()
    await expect(pleasePay(page)).toBeVisible()
  }
  const goBackToAccount = async () => {
    await expect(form(page)).toHaveCount(0)
    await expect(page).toHaveURL(WISHLIST)
    await page.goBack()
    await expect(page).toHaveURL('/dashboard/account')
  }
  const open = async () => {
    await pleasePay(page).press('Enter')
    await expect(form(page)).toBeVisible()
  }
  const cross = form(page).getByRole('button', { name: 'Close' })
  // Opened by its address, it has no list in the history to go back to.
  await page.goto(`${WISHLIST}?order=${_id}`)
  await cross.click()
  await goBackToAccount()

  await comeFromAccount()
  const leave = [
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(4, 4),
    // Twice before the page has handled the first.
    () =>
      cross.evaluate((button: HTMLElement) => {
        button.click()
        button.click()
      }),
    () => page.reload().then(() => cross.click()),
  ]
  for (const close of leave) {
    await open()
    await close()
    await expect(form(page)).toHaveCount(0)
    await expect(page).toHaveURL(WISHLIST)
  }
  await goBackToAccount()
  // On going forward in the history it opens, and closes again.
  await page.goForward()
  await expect(pleasePay(page)).toBeVisible()
  await page.goForward()
  await expect(form(page)).toBeVisible()
  await cross.click()
  await goBackToAccount()

  await comeFromAccount()
  await open()
  await form(page).getByLabel('Phone').fill('01700000009')
  await form(page).getByLabel('Location').fill('Zindabazar, Sylhet')
  await expectTold(page, 'Booking Successfully Submitted.', () =>
    form(page).getByRole('button', { name: 'Submit' }).click(),
  )
  await expect(pleasePay(page)).toHaveAttribute('href', /^\/dashboard\/payment\//)
  await goBackToAccount()
})

test('the Booking Form URL of a laptop far down the wishlist opens it, also after a failed request', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED/)
  const headers = await signUpBuyer(page)
  const wish = await takeOther(page)
  const others: Product[] = await (await page.request.get('/api/products?limit=8')).json()
  for (const { _id } of [wish, ...others])
    await insert(page, '/api/wishlist', { headers, data: { productId: _id } })
  await page.route('**/api/wishlist?*', (route) => {
    const url = new URL(route.request().url())
    url.searchParams.set('limit', '3')
    return route.fallback({ url: url.href })
  })
  await page.goto(`${WISHLIST}?order=${wish._id}`)
  await expect(form(page).getByLabel('Product Name')).toHaveValue(wish.name)

  const further = '**/api/wishlist?*after=*'
  await page.route(further, (route) => route.abort())
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('cannot be reached')
  await expect(page).toHaveURL(`${WISHLIST}?order=${wish._id}`)
  await page.unroute(further)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(form(page).getByLabel('Product Name')).toHaveValue(wish.name)

  await page.goto(`${WISHLIST}?order=unknown`)
  await expect(page).toHaveURL(WISHLIST)
  await expect(form(page)).toHaveCount(0)
  await expect(pleasePay(page)).toHaveCount(9)
})

test('offline, the Booking Form opens and closes, and submitting it shows an error', async ({
  page,
  context,
  expectConsole,
}) => {
  expectConsole(/ERR_INTERNET_DISCONNECTED/)
  const headers = await signUpBuyer(page)
  const { _id } = await takeOther(page)
  await insert(page, '/api/wishlist', { headers, data: { productId: _id } })
  await page.goto(WISHLIST)
  await pleasePay(page).press('Enter')
  await expect(form(page)).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByText('You are offline.')).toBeVisible()
  const leave = [
    () => page.keyboard.press('Escape'),
    () => form(page).getByRole('button', { name: 'Close' }).click(),
    () => page.goBack(),
  ]
  for (const close of leave) {
    await close()
    await expect(form(page)).toHaveCount(0)
    await expect(page).toHaveURL(WISHLIST)
    await expect(pleasePay(page)).toBeFocused()
    await pleasePay(page).press('Enter')
    await expect(form(page)).toBeVisible()
  }
  await form(page).getByLabel('Phone').fill('01700000009')
  await form(page).getByLabel('Location').fill('Zindabazar, Sylhet')
  await form(page).getByRole('button', { name: 'Submit' }).click()
  await expect(form(page).getByRole('alert')).toContainText('Clamshell cannot be reached.')
  await page.keyboard.press('Escape')
  await expect(form(page)).toHaveCount(0)
  await page.getByRole('link', { name: 'My Orders' }).first().click()
  await expect(message(page)).toContainText('That page cannot be loaded while you are offline.')
  await expect(page).toHaveURL(WISHLIST)
})
