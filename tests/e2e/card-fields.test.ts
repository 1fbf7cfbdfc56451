import type { Route } from '@playwright/test'
import { expect, expectNoAxeViolations, test } from '#tests/support/browser.ts'
import { orderAndOpenPayment } from '#tests/support/calls.ts'
import { newEmail, signUp, takeOther, typeCard } from '#tests/support/steps.ts'

test.beforeEach(async ({ page }) => {
  const laptop = await takeOther(page)
  const email = newEmail()
  await signUp(page, { email })
  await orderAndOpenPayment(page, email, laptop)
})

const received = 'Your Payment Successfully Received'

test('all invalid card fields show their errors on submit, without a confirm request', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/confirm')) asked.push(request.url())
  })
  const [number, expiry, cvc] = [
    page.getByLabel('Card number'),
    page.getByLabel('Expiry'),
    page.getByLabel('CVC'),
  ]
  const pay = page.getByRole('button', { name: 'Payment' })
  await number.fill('4242424242424241')
  await expiry.fill('12/20')
  await pay.click()
  await expect(number).toHaveAccessibleDescription(/card number is (invalid|incorrect)|not a valid/i)
  await expect(expiry).toHaveAccessibleDescription(/in the past/)
  await expect(cvc).toHaveAccessibleDescription(/security code is incomplete/)
  await expect(number).toBeFocused()
  // Somebody who submits with Enter may be in that field already, so each is announced as well.
  await expect(page.getByRole('alert')).toHaveText([/card number/i, /in the past/, /security code/])
  for (const field of [number, expiry, cvc]) await expect(field).toHaveAttribute('aria-required', 'true')
  await expectNoAxeViolations(page)

  await number.fill('4242424242424242')
  await expect(number).not.toHaveAttribute('aria-invalid')
  await expect(expiry).toHaveAttribute('aria-invalid', 'true')
  // Enter in any field submits.
  await cvc.fill('123')
  await expect(cvc).not.toHaveAttribute('aria-invalid')
  await cvc.press('Enter')
  await expect(expiry).toBeFocused()
  expect(asked).toEqual([])
  await expiry.fill('12/40')
  await pay.click()
  await expect(page.getByRole('heading', { name: received })).toBeVisible()
})

test('card fields that fail to load show an error with a retry in their place', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/status of 404/)
  expectConsole(/ERR_FAILED/)
  const failing = [(route: Route) => route.fulfill({ status: 404 }), (route: Route) => route.abort()]
  await page.route('**/assets/sandbox-card*', (route) => failing.shift()?.(route) ?? route.continue())
  await page.reload()
  for (const left of [1, 0]) {
    await expect.poll(() => failing.length).toBe(left)
    await expect(page.getByRole('alert')).toContainText('The card fields could not be loaded.')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Please complete the payment for')
    await expect(page.getByRole('button', { name: 'Payment' })).toBeDisabled()
    await expectNoAxeViolations(page)
    await page.getByRole('button', { name: 'Try again' }).click()
  }
  await typeCard(page, '4242424242424242')
  await expect(page.getByRole('heading', { name: received })).toBeVisible()
})

test('card digits from an input method or in another script are entered once, as ASCII digits', async ({
  page,
}) => {
  const keyboard = await page.context().newCDPSession(page)
  const number = page.getByLabel('Card number')
  await number.focus()
  for (const [composed, shown] of [
    ['４２', '42'],
    ['４２４２', '4242 42'],
  ] as const) {
    for (let typed = 1; typed <= composed.length; typed += 1)
      await keyboard.send('Input.imeSetComposition', {
        text: composed.slice(0, typed),
        selectionStart: typed,
        selectionEnd: typed,
      })
    await expect(number).toHaveValue(new RegExp(`${composed}$`))
    await keyboard.send('Input.insertText', { text: composed })
    await expect(number).toHaveValue(shown)
  }
  await number.fill('٤٢٤٢۴۲۴۲４２４２4242')
  await page.getByLabel('Expiry').fill('１２／４０')
  await page.getByLabel('CVC').fill('١٢٣')
  await expect(page.getByLabel('CVC')).toHaveValue('123')
  await page.getByRole('button', { name: 'Payment' }).click()
  await expect(page.getByRole('heading', { name: received })).toBeVisible()
})
