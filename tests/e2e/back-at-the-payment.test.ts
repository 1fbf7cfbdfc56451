import { expect, expectNoAxeViolations, test } from '#tests/support/browser.ts'
import { insertOrder } from '#tests/support/calls.ts'
import {
  holdBack,
  type Laptop,
  message,
  newEmail,
  openPayment,
  signUp,
  takeOther,
  typeCard,
} from '#tests/support/steps.ts'

/* What buyers see when they return to the payment page, whether or not they know how the payment ended. */

const received = 'Your Payment Successfully Received'

let laptop: Laptop
let order: string
test.beforeEach(async ({ page }) => {
  laptop = await takeOther(page)
  const email = newEmail()
  await signUp(page, { email })
  order = await insertOrder(page, email, laptop)
})

test('the payment page shows why a card was declined on return, until the next attempt', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/status of 402/)
  await page.goto(`/dashboard/payment/${order}`)
  await typeCard(page, '4000000000009995')
  const why = page.getByRole('alert').filter({ hasText: 'Your card has insufficient funds.' })
  await expect(why).toBeVisible()
  await page.reload()
  await expect(why).toBeVisible()
  await expectNoAxeViolations(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await openPayment(page, laptop)
  await page.getByLabel('Card number').waitFor()
  await expect(why).toBeInViewport()
  await typeCard(page, '4242')
  await expect(page.getByLabel('Card number')).toBeFocused()
  await expect(page.getByRole('alert')).toHaveText(/incomplete/)
  await typeCard(page, '4242424242424242')
  await expect(page.getByRole('heading', { name: received })).toBeVisible()
})

test('My Orders, reached by Back while the card is charged, updates the order to Paid', async ({ page }) => {
  await openPayment(page, laptop)
  const letGo = await holdBack(page, '**/payment_intents/*/confirm')
  await typeCard(page, '4242424242424242')
  await page.goBack()
  const row = page.getByRole('row', { name: laptop.name })
  await expect(row.getByRole('link', { name: 'Pay' })).toBeVisible()
  letGo()
  await expect(message(page)).toContainText(received)
  await expect(row).toContainText('Paid')
  await expect(row.getByRole('link', { name: 'Pay' })).toHaveCount(0)
})

test('My Orders still shows its load error when the refresh after the payment fails', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED/)
  await openPayment(page, laptop)
  const letGo = await holdBack(page, '**/payment_intents/*/confirm')
  await typeCard(page, '4242424242424242')
  await page.route('**/api/bookings?*', (route) => route.abort())
  await page.goBack()
  await expect(page.getByRole('alert')).toContainText('Clamshell cannot be reached.')
  const askedAnew = page.waitForEvent('requestfailed', (request) => request.url().includes('/api/bookings'))
  letGo()
  await expect(message(page)).toContainText(received)
  await askedAnew
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0)
  await expect(page.getByRole('alert')).toContainText('Clamshell cannot be reached.')
})

test('reopening the payment page while the card is charged leads to the receipt', async ({ page }) => {
  await openPayment(page, laptop)
  const letGo = await holdBack(page, '**/payment_intents/*/confirm')
  await typeCard(page, '4242424242424242')
  await page.goBack()
  await page.getByRole('row', { name: laptop.name }).getByRole('link', { name: 'Pay' }).click()
  await page.getByLabel('Card number').waitFor()
  letGo()
  await expect(message(page)).toContainText(received)
  await expect(page.getByRole('heading', { name: `Receipt for ${laptop.name}` })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Payment' })).toHaveCount(0)
})
