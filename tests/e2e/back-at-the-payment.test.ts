import { expect, expectNoAxeViolations, test } from '#tests/support/browser.ts'
import {
  type Laptop,
  newEmail,
  openPayment,
  orderAndOpenPayment,
  signUp,
  takeOther,
  typeCard,
} from '#tests/support/steps.ts'

/* What is seen by who left the payment page, with or without having heard how it ended, and comes back. */

let laptop: Laptop
test.beforeEach(async ({ page }) => {
  laptop = await takeOther(page)
  const email = newEmail()
  await signUp(page, { email })
  await orderAndOpenPayment(page, email, laptop)
})

test('who comes back after a card was declined reads why, until they try again', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/status of 402/)
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
  await expect(page.getByRole('alert')).toHaveCount(0)
  await typeCard(page, '4242424242424242')
  await expect(page.getByRole('heading', { name: 'Your Payment Successfully Received' })).toBeVisible()
})
