import type { Page } from '@playwright/test'
import { expect, expectNoAxeViolations, test } from '#tests/support/browser.ts'
import { orderAndOpenPayment } from '#tests/support/calls.ts'
import { loseAnswer, message, newEmail, signUp, takeOther, typeCard } from '#tests/support/steps.ts'

/* How long the laptop is held for a paying buyer, by the browser's clock. The shop's own does not move with it. */

const kept = (page: Page) => page.getByText('The laptop is reserved for you until')
const told = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const over = (page: Page) => told(page, 'That time is over. Press Payment')
const minutesFromNow = (page: Page, minutes: number) =>
  page.evaluate((after) => Date.now() + after * 60_000, minutes)

test.beforeEach(async ({ page }) => {
  const laptop = await takeOther(page)
  const email = newEmail()
  await signUp(page, { email })
  await page.clock.install()
  await orderAndOpenPayment(page, email, laptop)
  await expect(kept(page)).toBeVisible()
  await page.getByLabel('Card number').waitFor()
})

/** The calls that begin a payment or charge a card, in their order. */
function watchCalls(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    const [call] = /create-payment-intent|confirm$/.exec(request.url()) ?? []
    if (call) calls.push(call)
  })
  return calls
}

test('the payment page warns two minutes before the reservation ends, and says when it has ended', async ({
  page,
}) => {
  const ending = told(page, 'Less than two minutes left: the laptop is reserved for you until')
  await page.clock.fastForward('12:00')
  await expect(kept(page)).toBeVisible()
  await expect(ending).toHaveCount(0)
  await page.clock.fastForward('01:10')
  await expect(ending).toBeVisible()
  await expectNoAxeViolations(page)
  await page.clock.fastForward('02:00')
  await expect(over(page)).toBeVisible()
  await expect(kept(page)).toHaveCount(0)
  await expectNoAxeViolations(page)
})

test('the payment page says that the order stays, and My Orders still offers to pay for it', async ({
  page,
}) => {
  await expect(page.getByText('you can leave this page and come back: your order stays')).toBeVisible()
  await expect(page.getByText('your order stays after that')).toBeVisible()
  await expect(page.getByText('3 times in 2 hours at most')).toBeVisible()
  await page.clock.fastForward('13:10')
  await expect(told(page, 'Less than two minutes left')).toContainText('Your order stays after that.')
  await page.goto('/dashboard/myorders')
  await page.getByRole('link', { name: /^Pay for/ }).click()
  await expect(page.getByRole('heading', { name: /^Please complete the payment/ })).toBeVisible()
})

test('a page woken after the reservation has ended shows no reservation', async ({ page }) => {
  // No timer runs: as on a machine after sleep, whose timers continue from where they stopped.
  await page.clock.pauseAt(await minutesFromNow(page, 1))
  await page.clock.setSystemTime(await minutesFromNow(page, 16))
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(over(page)).toBeVisible()
  await expect(kept(page)).toHaveCount(0)
})

test('a payment after the reservation has ended reserves again before charging, in one press', async ({
  page,
}) => {
  await page.clock.fastForward('16:00')
  await expect(over(page)).toBeVisible()
  const heldUntil = new Date(await minutesFromNow(page, 15)).toISOString()
  await page.route('**/api/create-payment-intent', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), heldUntil } })
  })
  const charging = Promise.withResolvers<void>()
  await page.route('**/payment_intents/*/confirm', async (route) => {
    await charging.promise
    await route.continue()
  })
  const calls = watchCalls(page)
  await typeCard(page, '4242')
  await expect(page.getByLabel('Card number')).toBeFocused()
  expect(calls).toEqual([])
  await typeCard(page, '4242424242424242')
  await expect(kept(page)).toBeVisible()
  await expect(over(page)).toHaveCount(0)
  charging.resolve()
  await expect(page.getByRole('heading', { name: 'Your Payment Successfully Received' })).toBeVisible()
  expect(calls).toEqual(['create-payment-intent', 'confirm'])
})

test('a failed renewal of the reservation keeps the card input for a retry', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED/)
  await page.clock.fastForward('16:00')
  await expect(over(page)).toBeVisible()
  await page.route('**/api/create-payment-intent', loseAnswer, { times: 1 })
  const calls = watchCalls(page)
  await typeCard(page, '4242424242424242')
  await expect(page.getByRole('alert')).toContainText('Clamshell cannot be reached.')
  const pay = page.getByRole('button', { name: 'Payment' })
  await expect(pay).toBeFocused()
  await expect(page.getByLabel('Card number')).toHaveValue('4242 4242 4242 4242')
  expect(calls).toEqual(['create-payment-intent'])
  await pay.click()
  await expect(page.getByRole('heading', { name: 'Your Payment Successfully Received' })).toBeVisible()
})

test('a card is not charged when another buyer holds the laptop after the reservation has ended', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/status of 409/)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.clock.fastForward('16:00')
  const detail = 'A buyer is paying for this laptop right now.'
  await page.route('**/api/create-payment-intent', (route) =>
    route.fulfill({ status: 409, json: { code: 'laptop-held', title: 'The laptop is kept', detail } }),
  )
  const calls = watchCalls(page)
  await typeCard(page, '4242424242424242')
  await expect(page.getByRole('alert')).toContainText(detail)
  await expect(page.getByRole('button', { name: 'Payment' })).toHaveCount(0)
  const bar = await page.getByRole('banner').boundingBox()
  await expect
    .poll(async () => (await page.getByRole('alert').boundingBox())?.y)
    .toBeGreaterThan(bar?.height ?? 0)
  // The pressed button is gone with the form.
  await expect(page.locator('#page')).toBeFocused()
  await expect(over(page)).toHaveCount(0)
  expect(calls).toEqual(['create-payment-intent'])
})

for (const [code, detail, told] of [
  ['laptop-held', 'A buyer is paying for this laptop right now.', 'was not paid for.'],
  ['already-paid', 'This order is paid.', 'do not pay again.'],
])
  test(`after leaving, a refused renewal of the reservation is reported (${code})`, async ({
    page,
    expectConsole,
  }) => {
    expectConsole(/status of 409/)
    await page.clock.fastForward('16:00')
    await expect(over(page)).toBeVisible()
    const left = Promise.withResolvers<void>()
    await page.route('**/api/create-payment-intent', async (route) => {
      await left.promise
      await route.fulfill({ status: 409, json: { code, detail } })
    })
    await Promise.all([
      page.waitForRequest('**/api/create-payment-intent'),
      typeCard(page, '4242424242424242'),
    ])
    await page.getByRole('banner').getByRole('link', { name: 'Blogs' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Blogs')
    left.resolve()
    await expect(message(page)).toContainText(`${told} ${detail}`)
  })

test('an order found to be paid after the reservation has ended shows its receipt', async ({
  page,
  expectConsole,
}) => {
  // The provider has charged the card, but its answer is lost.
  expectConsole(/ERR_FAILED|status of 409/)
  await page.route('**/payment_intents/*/confirm', loseAnswer)
  await typeCard(page, '4242424242424242')
  await expect(page.getByRole('alert')).toContainText('you are never charged twice')
  await page.clock.fastForward('16:00')
  await page.getByRole('button', { name: 'Payment' }).click()
  // The whole page is replaced: reading goes on at its heading.
  await expect(page.getByRole('heading', { name: /^Receipt for / })).toBeFocused()
})
