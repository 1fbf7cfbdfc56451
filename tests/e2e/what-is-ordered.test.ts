import type { Locator, Page } from '@playwright/test'
import { expect, expectNoAxeViolations, test } from '#tests/support/browser.ts'
import { orderAndOpenPayment, sellByCalls, verifySeller } from '#tests/support/calls.ts'
import {
  cardOf,
  loseAnswer,
  message,
  newEmail,
  orderByForm,
  signUp,
  takeLaptop,
  typeCard,
} from '#tests/support/steps.ts'

const form = (page: Page) => page.getByRole('dialog', { name: 'Booking Form' })

/** The value of one entry in a list of facts. */
const fact = (place: Locator | Page, name: string) =>
  place.getByRole('term').filter({ hasText: name }).locator('+ dd')

test('the Booking Form shows laptop details; form, payment page and receipt show the seller', async ({
  page,
  browser,
  shop,
}) => {
  const sellerName = 'Rokeya Talukder'
  const laptop = await sellByCalls(browser, shop.url, { name: 'Walton Karnaphuli', sellerName })
  const email = newEmail()
  await signUp(page, { email })
  await page.setViewportSize({ width: 360, height: 640 })
  await page.goto('/advertisedProducts')
  await cardOf(page, laptop).getByRole('button', { name: 'Place Order' }).click()
  await expect(fact(form(page), 'Condition')).toHaveText('Good')
  await expect(fact(form(page), 'Years used')).toHaveText('1Y')
  await expect(fact(form(page), 'Where it is')).toHaveText('Zindabazar, Sylhet')
  await expect(fact(form(page), 'Seller')).toHaveText(sellerName)
  await expectNoAxeViolations(page)
  const submit = form(page).getByRole('button', { name: 'Submit' })
  await submit.focus()
  await expect(submit).toBeInViewport({ ratio: 1 })
  await orderAndOpenPayment(page, email, laptop)
  await expect(fact(page, 'Seller')).toHaveText(sellerName)

  await verifySeller(browser, shop.url, sellerName)
  const verified = `${sellerName} Verified Seller`
  // A page may be a second old.
  await expect(async () => {
    await page.goto('/advertisedProducts')
    await expect(cardOf(page, laptop)).toContainText('Verified Seller', { timeout: 1_000 })
  }).toPass()
  await cardOf(page, laptop).getByRole('button', { name: 'Place Order' }).click()
  await expect(fact(form(page), 'Seller')).toHaveText(verified)
  await orderAndOpenPayment(page, email, laptop)
  await expect(fact(page, 'Seller')).toHaveText(verified)
  await typeCard(page, '4242424242424242')
  await expect(page.getByRole('heading', { name: 'Your Payment Successfully Received' })).toBeVisible()
  await expect(fact(page, 'Seller').first()).toHaveText(verified)
})

test('the Location field says where the laptop is, however long the text', async ({
  page,
  browser,
  shop,
}) => {
  const [name, location] = ['Walton Kushiyara', 'W'.repeat(120)]
  const laptop = await sellByCalls(browser, shop.url, { name, location })
  await page.setViewportSize({ width: 360, height: 640 })
  await page.goto('/advertisedProducts')
  await cardOf(page, laptop).getByRole('button', { name: 'Place Order' }).click()
  await expect(form(page).getByLabel('Location')).toHaveAccessibleDescription(
    `Where you want to meet. The laptop is at ${location}.`,
  )
  expect(await form(page).evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0)
})

test('the toast for a new order says what comes next and goes once its link is followed', async ({
  page,
}) => {
  await signUp(page, { email: newEmail() })
  const laptop = await takeLaptop(page)
  await orderByForm(page, laptop)
  const next = message(page).getByText('Pay once you have seen the laptop.')
  await expect(next).toBeVisible()
  await expectNoAxeViolations(page)
  await message(page).getByRole('link', { name: 'See your orders' }).click()
  await expect(page.getByRole('row', { name: laptop.name })).toBeVisible()
  await expect(next).toHaveCount(0)
  await expect(page.locator('#page')).toBeFocused()
})

test('a repeated order says that the first one stands, with the new meeting place', async ({ page }) => {
  await signUp(page, { email: newEmail() })
  const laptop = await takeLaptop(page)
  await orderByForm(page, laptop)
  const again = message(page).getByText('You had already ordered this laptop.')
  await expect(again).toHaveCount(0)
  await orderByForm(page, laptop)
  await expect(again).toContainText('you now meet at the new place')
  await expect(message(page).getByText('Pay once you have seen the laptop.')).toHaveCount(0)
  await page.goto('/dashboard/myorders')
  await expect(page.getByRole('row', { name: laptop.name })).toHaveCount(1)
})

test('an order retried after a lost response is reported like a first order', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED/)
  await signUp(page, { email: newEmail() })
  const laptop = await takeLaptop(page)
  await page.route('**/api/booking', loseAnswer, { times: 1 })
  await page.goto('/advertisedProducts')
  await cardOf(page, laptop).getByRole('button', { name: 'Place Order' }).click()
  await form(page).getByLabel('Phone').fill('01700000009')
  await form(page).getByLabel('Location').fill('Multiplan Center, Elephant Road')
  await form(page).getByRole('button', { name: 'Submit' }).click()
  await expect(form(page).getByRole('alert')).toContainText('Clamshell cannot be reached.')
  await expect(form(page).getByLabel('Location')).toHaveValue('Multiplan Center, Elephant Road')
  await expectNoAxeViolations(page)
  await form(page).getByRole('button', { name: 'Submit' }).click()
  await expect(message(page).getByText('Pay once you have seen the laptop.')).toBeVisible()
  await expect(message(page).getByText('You had already ordered this laptop.')).toHaveCount(0)
})
