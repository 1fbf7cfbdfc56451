import type { Page } from '@playwright/test'
import type { SignedInSession } from '#contract/users.ts'
import { expect, test } from '#tests/support/browser.ts'
import { expectDone, headersOf, orderAndOpenPayment } from '#tests/support/calls.ts'
import { expectScreenAccessible } from '#tests/support/screens.ts'
import {
  holdBack,
  type Laptop,
  message,
  newEmail,
  PASSWORD,
  signIn,
  signInByForm,
  signUp,
  takeOther,
  typeCard,
} from '#tests/support/steps.ts'

/* Payments whose outcome the page does not learn at once, or not from the card provider. */

let laptop: Laptop
let email: string
test.beforeEach(async ({ page }) => {
  laptop = await takeOther(page)
  email = newEmail()
  await signUp(page, { email })
  await orderAndOpenPayment(page, email, laptop)
})

/** Leaves the payment page for another, without a document load. */
async function leave(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('link', { name: 'Blogs' }).click()
  // The address changes a moment before the page.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Blogs')
}

test('a processing payment that is declined later gives way to another card', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/status of 409/)
  const confirmed = page.waitForResponse('**/payment_intents/*/confirm')
  await typeCard(page, '4000000000088023')
  const refusal = page.locator('#page').getByRole('alert')
  await expect(refusal).toContainText('do not pay again. Your payment is being processed.')
  const { id: transactionId } = await (await confirmed).json()
  const data = { bookingId: page.url().split('/').at(-1), transactionId }
  const headers = await headersOf(page, email)
  const howItStands = async () =>
    (await (await page.request.post('/api/paymentinfo', { headers, data })).json()).code
  await expect.poll(howItStands).toBe('payment-not-succeeded')
  // The shop may have extended the claim meanwhile.
  const heldUntil = new Date(Date.now() + 40 * 60_000).toISOString()
  await page.route('**/api/create-payment-intent', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), heldUntil } })
  })
  await page.getByRole('button', { name: 'Check again' }).press('Enter')
  await expect(refusal).toHaveText('Your card has insufficient funds.')
  await expect(page.getByText('the laptop is reserved for you until').locator('time')).toHaveAttribute(
    'datetime',
    heldUntil,
  )
  await expect(page.getByRole('button', { name: 'Payment' })).toBeFocused()
  await expectScreenAccessible(page)
  await typeCard(page, '4242424242424242')
  await expect(page.getByRole('heading', { name: 'Your Payment Successfully Received' })).toBeVisible()
})

for (const [last, first] of [
  ['create-payment-intent', 'booking/*'],
  ['booking/*', 'create-payment-intent'],
] as const)
  test(`a refunded payment leaves no card form and shows the laptop as sold (${last} responds last)`, async ({
    page,
    expectConsole,
  }) => {
    expectConsole(/status of 409/)
    await page.getByLabel('Card number').waitFor()
    await page.route('**/payment_intents/*/confirm', (route) =>
      route.fulfill({ json: { id: 'pi_late', status: 'succeeded' } }),
    )
    const returned = 'The laptop was no longer yours to buy. Your payment is being refunded in full.'
    await page.route('**/api/paymentinfo', (route) =>
      route.fulfill({ status: 409, json: { code: 'payment-refunded', detail: returned } }),
    )
    const sold = 'This laptop was sold to somebody else. Your payment is being refunded in full.'
    await page.route('**/api/create-payment-intent', (route) =>
      route.fulfill({ status: 409, json: { code: 'laptop-not-available', detail: sold } }),
    )
    const before = page.waitForResponse(`**/api/${first}`)
    await page.route(`**/api/${last}`, async (route) => {
      await (await before).finished()
      await route.fallback()
    })
    await typeCard(page, '4242424242424242')
    const main = page.locator('#page')
    await expect(main.getByRole('heading')).toHaveText(`${laptop.name} is no longer available`)
    await expect(main.getByRole('alert')).toHaveText(sold)
    await expect(main.getByRole('button')).toHaveCount(0)
    // This page may not mention the money, since another buyer may be paying for the laptop: the toast does.
    await expect(message(page)).toContainText(`${laptop.name} was not paid for. ${returned}`)
    await expect(main).toBeFocused()
  })

for (const [call, card] of [
  ['confirm', '4242424242424242'],
  ['sandbox_authenticate', '4000002760003184'],
] as const)
  test(`after leaving, a lost provider response is not reported as unpaid (${call})`, async ({
    page,
    expectConsole,
  }) => {
    expectConsole(/ERR_FAILED/)
    const charged = Promise.withResolvers<void>()
    const left = Promise.withResolvers<void>()
    await page.route(
      `**/payment_intents/*/${call}`,
      async (route) => {
        await route.fetch()
        charged.resolve()
        await left.promise
        await route.abort()
      },
      { times: 1 },
    )
    await typeCard(page, card)
    if (call === 'sandbox_authenticate')
      await page.getByRole('dialog').getByRole('button', { name: 'Complete' }).click()
    await charged.promise
    await leave(page)
    left.resolve()
    await expect(message(page)).toContainText(
      `Your card may have been charged for ${laptop.name}; do not pay again.`,
    )
    await expect(message(page)).not.toContainText('was not paid')
    await page.goto('/dashboard/myorders')
    await expect(page.getByRole('row', { name: laptop.name })).toContainText('Paid')
  })

const UNCONFIRMED = 'was not paid for. The payment was not confirmed with your bank.'

test('leaving before the 3-D Secure step reports the laptop as not paid', async ({ page }) => {
  const go = await holdBack(page, '**/payment_intents/*/confirm')
  const asked = page.waitForRequest('**/payment_intents/*/confirm')
  await typeCard(page, '4000002760003184')
  await asked
  await leave(page)
  go()
  await expect(message(page)).toContainText(`${laptop.name} ${UNCONFIRMED}`)
})

test('leaving during the 3-D Secure step reports the laptop as not paid', async ({ page }) => {
  await page.goto('/dashboard/myorders')
  await page.getByRole('link', { name: /^Pay for/ }).click()
  await typeCard(page, '4000002760003184')
  await expect(page.getByRole('dialog', { name: '3-D Secure' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Orders: 1')
  await expect(message(page)).toContainText(`${laptop.name} ${UNCONFIRMED}`)
})

test('after leaving, an expired or refused payment is reported and the laptop is not reserved again', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/status of 400/)
  expectConsole(/status of 409/)
  const left = Promise.withResolvers<void>()
  await page.route('**/payment_intents/*/confirm', async (route) => {
    await left.promise
    const error = { message: 'It is canceled.', payment_intent: { id: 'pi_over', status: 'canceled' } }
    await route.fulfill({ status: 400, json: { error } })
  })
  const asked = page.waitForRequest('**/payment_intents/*/confirm')
  await typeCard(page, '4242424242424242')
  await asked
  const begun: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/create-payment-intent')) begun.push(request.url())
  })
  await leave(page)
  left.resolve()
  await expect(message(page)).toContainText(
    `${laptop.name} was not paid for. Your time to pay ran out. Your card was not charged.`,
  )
  expect(begun).toEqual([])

  await page.goBack()
  const leftAgain = Promise.withResolvers<void>()
  await page.route('**/payment_intents/*/confirm', (route) =>
    route.fulfill({ json: { id: 'pi_late', status: 'succeeded' } }),
  )
  const detail = 'Your card was declined.'
  await page.route('**/api/paymentinfo', async (route) => {
    await leftAgain.promise
    await route.fulfill({ status: 409, json: { code: 'payment-not-succeeded', detail } })
  })
  const reported = page.waitForRequest('**/api/paymentinfo')
  await typeCard(page, '4242424242424242')
  await reported
  begun.length = 0
  await leave(page)
  leftAgain.resolve()
  await expect(message(page)).toContainText(`${laptop.name} was not paid for. ${detail}`)
  expect(begun).toEqual([])
})

test('the warning of a possible charge disappears once a retry succeeds', async ({ page, expectConsole }) => {
  expectConsole(/ERR_FAILED/)
  const left = Promise.withResolvers<void>()
  await page.route(
    '**/payment_intents/*/confirm',
    async (route) => {
      await left.promise
      await route.abort()
    },
    { times: 1 },
  )
  const asked = page.waitForRequest('**/payment_intents/*/confirm')
  await typeCard(page, '4242424242424242')
  await asked
  await leave(page)
  left.resolve()
  await expect(message(page)).toContainText('may have been charged')
  await page.goBack()
  await typeCard(page, '4242424242424242')
  await expect(page.getByRole('heading', { name: 'Your Payment Successfully Received' })).toBeVisible()
  await expect(message(page)).not.toContainText('may have been charged')
})

test('the warning of a possible charge is gone on the receipt after a sign-out during the charge', async ({
  page,
  browser,
  shop,
  expectConsole,
}) => {
  expectConsole(/status of 401/)
  await typeCard(page, '4000002760003184')
  const complete = page.getByRole('dialog').getByRole('button', { name: 'Complete' })
  await expect(complete).toBeVisible()
  const device = await browser.newContext({ baseURL: shop.url })
  await signIn(device, email, PASSWORD)
  const headers = await headersOf(device, email)
  const sessions: SignedInSession[] = await (await device.request.get('/api/sessions', { headers })).json()
  for (const { _id, current } of sessions)
    if (!current) await expectDone(device.request.delete(`/api/sessions/${_id}`, { headers }))
  const order = `/api/booking/${page.url().split('/').at(-1)}`
  await complete.click()
  await expect(page).toHaveURL(/\/login\?next=/)
  await expect(message(page)).toContainText('may have been charged')
  const isPaid = async () => (await (await device.request.get(order, { headers })).json()).paid
  await expect.poll(isPaid).toBe(true)
  await device.close()
  await signInByForm(page, email, PASSWORD)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Receipt for ${laptop.name}`)
  await expect(message(page)).not.toContainText('may have been charged')
})
