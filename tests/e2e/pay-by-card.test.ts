import { expect, test } from '#tests/support/browser.ts'
import { headersOf, orderAndOpenPayment } from '#tests/support/calls.ts'
import { contrastOf } from '#tests/support/colors.ts'
import { coveredOf } from '#tests/support/screens.ts'
import { holdBack, type Laptop, newEmail, signUp, takeOther, typeCard } from '#tests/support/steps.ts'

let laptop: Laptop
let email: string
test.beforeEach(async ({ page }) => {
  laptop = await takeOther(page)
  email = newEmail()
  await signUp(page, { email })
  await orderAndOpenPayment(page, email, laptop)
})

const received = 'Your Payment Successfully Received'

test('a card is declined, then another succeeds', async ({ page, expectConsole }) => {
  // The browser itself logs the provider's refusal.
  expectConsole(/status of 402/)
  await typeCard(page, '4000000000000002')
  await expect(page.getByRole('alert')).toContainText('Your card was declined.')
  // Somebody who submits with Enter stays in that field.
  const cvc = page.getByLabel('CVC')
  await Promise.all([page.waitForResponse('**/confirm'), cvc.press('Enter')])
  await expect(cvc).toBeFocused()
  // The message disappears once a field is found invalid.
  await typeCard(page, '4242')
  await expect(page.getByLabel('Card number')).toBeFocused()
  await expect(page.getByRole('alert')).toHaveText(/incomplete/)
  await typeCard(page, '4242424242424242')
  await expect(page.getByRole('heading', { name: received })).toBeFocused()
  // Also announced as a status, since a screen reader that is at the heading already says nothing of its focus.
  await expect(page.getByRole('status').filter({ hasText: `${laptop.name} is paid for.` })).toBeAttached()
  await page.goto('/dashboard/myorders')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Orders: 1')
  await expect(page.getByRole('row', { name: laptop.name })).toContainText('Paid')
})

test('while a card is charged, its number and the spinner stay legible in both themes', async ({ page }) => {
  const tell = await holdBack(page, '**/api/paymentinfo')
  const width = (await page.getByRole('button', { name: 'Payment' }).boundingBox())?.width
  await typeCard(page, '4242424242424242')
  const spinner = page.getByRole('button', { name: 'Payment' }).locator('.loading')
  const number = page.getByLabel('Card number')
  await expect(number).toBeDisabled()
  // The label stays in the middle of the button: nothing moves, not even the amount beside it.
  expect((await spinner.locator('..').boundingBox())?.width).toBe(width)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    // It has the colour of the text beside it.
    await expect
      .poll(() => contrastOf(spinner, 'background-color'), { message: colorScheme })
      .toBeGreaterThan(4.5)
    await expect.poll(() => contrastOf(number, 'color'), { message: colorScheme }).toBeGreaterThan(7)
  }
  tell()
  await expect(page.getByRole('heading', { name: received })).toBeVisible()
})

test('a failed 3-D Secure step can be retried, and completing it pays', async ({ page }) => {
  await typeCard(page, '4000002760003184')
  const bank = page.getByRole('dialog', { name: '3-D Secure' })
  await bank.getByRole('button', { name: 'Fail' }).click()
  await expect(page.getByRole('alert')).toContainText('We are unable to authenticate your payment method.')
  await page.getByRole('button', { name: 'Payment' }).click()
  await bank.getByRole('button', { name: 'Complete' }).click()
  await expect(page.getByRole('heading', { name: received })).toBeVisible()
})

test('leaving the page while the card is charged reports the outcome in a toast', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/status of 402/)
  let go = Promise.withResolvers<void>()
  await page.route('**/payment_intents/*/confirm', async (route) => {
    await go.promise
    await route.continue()
  })
  const messages = page.getByRole('region', { name: 'Notices' })
  const leave = async (card: string) => {
    const asked = page.waitForRequest(/payment_intents\/.*\/confirm/)
    await typeCard(page, card)
    await asked
    await page.getByRole('banner').getByRole('link', { name: 'Blogs' }).click()
    // The address changes a moment before the page.
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Blogs')
    go.resolve()
  }
  await leave('4000000000000002')
  await expect(messages).toContainText(`${laptop.name} was not paid for. Your card was declined.`)
  await page.goBack()
  go = Promise.withResolvers<void>()
  await leave('4242424242424242')
  await expect(messages).toContainText('Your Payment Successfully Received')
  await expect(messages).not.toContainText('was not paid for')
})

test('an order becomes paid although the page closes between the charge and its report', async ({
  page,
  context,
}) => {
  await page.route('**/api/paymentinfo', () => {
    // No response: the visitor is gone.
  })
  const charged = page.waitForResponse(/payment_intents\/.*\/confirm/)
  await typeCard(page, '4242424242424242')
  await charged
  await page.close()
  const later = await context.newPage()
  const headers = await headersOf(later, email)
  const isPaid = async () =>
    (await (await later.request.get(`/api/bookings?email=${email}`, { headers })).json())[0].paid
  await expect.poll(isPaid).toBe(true)
  await later.goto('/dashboard/myorders')
  await expect(later.getByRole('row', { name: laptop.name })).toContainText('Paid')
})

test('a charge whose report is lost leads to the receipt on Check again, charged once', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED/)
  await page.route('**/api/paymentinfo', (route) => route.abort(), { times: 1 })
  let charges = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/confirm')) charges += 1
  })
  await page.getByLabel('Card number').fill('4242424242424242')
  await page.getByLabel('Expiry').fill('12/40')
  await page.getByLabel('CVC').fill('123')
  await page.getByLabel('CVC').press('Enter')
  await expect(page.getByRole('alert')).toContainText('do not pay again')
  await expect(page.getByText('The laptop is reserved for you')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Check again' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: received })).toBeFocused()
  expect(charges).toBe(1)
})

test('the receipt is shown after a charge although the order cannot be loaded again', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED/)
  await page.getByLabel('Card number').waitFor()
  await page.route('**/api/booking/*', (route) => route.abort())
  await typeCard(page, '4242424242424242')
  await expect(page.getByRole('heading', { name: received })).toBeVisible()
  await expect(page.getByText(/^Transaction id: pi_/)).toBeVisible()
})

test('an expired payment is started again, and the card need not be retyped', async ({
  page,
  expectConsole,
}) => {
  // The provider's response for a payment that the shop has since cancelled.
  expectConsole(/status of 400/)
  const error = {
    code: 'payment_intent_unexpected_state',
    message: 'You cannot confirm this PaymentIntent because it has a status of canceled.',
    payment_intent: { id: 'pi_cancelled', status: 'canceled' },
  }
  let isFirst = true
  // Without `times: 1`: when a page's last route ends, Playwright may not report requests that are just starting.
  await page.route('**/payment_intents/*/confirm', (route) => {
    if (!isFirst) return route.continue()
    isFirst = false
    return route.fulfill({ status: 400, json: { error } })
  })
  await page.getByLabel('Card number').waitFor()
  const begunAnew = page.waitForRequest('**/api/create-payment-intent')
  await typeCard(page, '4242424242424242')
  await expect(page.getByRole('alert')).toContainText('Your time to pay ran out.')
  await begunAnew
  await page.getByRole('button', { name: 'Payment' }).click()
  await expect(page.getByRole('heading', { name: received })).toBeVisible()
})

test('a buyer is blocked while another pays, and can pay once the other order is deleted', async ({
  page,
  browser,
  shop,
}) => {
  await page.getByLabel('Card number').waitFor()
  const later = await (await browser.newContext({ baseURL: shop.url })).newPage()
  const other = newEmail()
  await signUp(later, { email: other })
  await orderAndOpenPayment(later, other, laptop)
  await expect(later.getByRole('alert')).toContainText('A buyer is paying for this laptop right now.')
  await expect(later.getByRole('button', { name: 'Payment' })).toHaveCount(0)
  await page.goto('/dashboard/myorders')
  await page.getByRole('button', { name: /^Delete the order/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Orders: 0')
  await later.getByRole('button', { name: 'Try again' }).click()
  await typeCard(later, '4242424242424242')
  await expect(later.getByRole('heading', { name: received })).toBeVisible()
  await later.context().close()
})

test('an order deleted in another tab is not charged, and no other account is suggested', async ({
  page,
  context,
  expectConsole,
}) => {
  expectConsole(/status of 40[04]/)
  await page.getByLabel('Card number').waitFor()
  const other = await context.newPage()
  await other.goto('/dashboard/myorders')
  await other.getByRole('button', { name: /^Delete the order/ }).click()
  await other.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('My Orders: 0')
  await page.setViewportSize({ width: 360, height: 740 })
  await typeCard(page, '4242424242424242')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading')).toBeFocused()
  expect(await coveredOf(main.getByRole('heading')), 'by the bar at the top').toBe(0)
  await expect(main.getByRole('alert')).toHaveText('This order is no longer here. Your card was not charged.')
  await expect(main.getByText('You are signed in as')).toHaveCount(0)
  await expect(main.getByRole('button', { name: 'Sign out' })).toHaveCount(0)
  await main.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page).toHaveURL('/dashboard/myorders')
})
