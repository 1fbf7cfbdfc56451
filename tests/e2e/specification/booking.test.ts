import type { Route } from '@playwright/test'
import { cardOf, holdBack, message, openPayment, signIn, takeLaptop, typeCard } from '#tests/support/steps.ts'
import { expect, test } from './walk.ts'

const EMAIL = 'buyer@clamshell.test'

/** A response without `acknowledged`, and what a page says then. */
const leaveUnacknowledged = (route: Route) => route.fulfill({ json: {} })
const UNCONFIRMED = 'We could not confirm that this worked. Please check before you try again.'

test('a buyer’s booking and payment page are as specified', async ({ page, holds, expectConsole }) => {
  await signIn(page, EMAIL)
  const laptop = await takeLaptop(page)
  const main = page.getByRole('main')
  const form = page.getByRole('dialog', { name: 'Booking Form' })
  const submit = form.getByRole('button', { name: 'Submit' })

  await test.step('booking form', async () => {
    await page.goto('/advertisedProducts')
    await cardOf(page, laptop).getByRole('button', { name: 'Place Order' }).click()
    await holds('2.68 2.69 5.11', async () => {
      await expect(form.getByLabel('Your Name')).toHaveValue(/\w/)
      await expect(form.getByLabel('Email')).toHaveValue(EMAIL)
      for (const label of ['Your Name', 'Email']) await expect(form.getByLabel(label)).not.toBeEditable()
    })
    await form.getByLabel('Phone').fill('01700000009')
    await form.getByLabel('Location').fill('IDB Bhaban, Agargaon')
    expectConsole(/ERR_FAILED/)
    await page.route('**/api/booking', (route) => route.abort(), { times: 1 })
    await submit.click()
    await holds('4.21 8.7', async () => {
      await expect(form.getByRole('alert')).toContainText(/connection/i)
      await expect(submit).toBeEnabled()
    })
    await page.route('**/api/booking', leaveUnacknowledged, { times: 1 })
    await submit.click()
    await holds('4.22', async () => {
      await expect(form.getByRole('alert')).toHaveText(UNCONFIRMED)
      await expect(submit).toBeEnabled()
      await expect(message(page)).not.toContainText('Booking Successfully Submitted.')
    })
    const letGo = await holdBack(page, '**/api/booking')
    await submit.click()
    await holds('4.19', () => expect(submit).toBeDisabled())
    letGo()
    await holds('4.20', async () => {
      await expect(message(page)).toContainText('Booking Successfully Submitted.')
      await expect(form).toHaveCount(0)
      await cardOf(page, laptop).getByRole('button', { name: 'Place Order' }).click()
      await expect(form.getByLabel('Phone')).toHaveValue('')
      await expect(submit).toBeEnabled()
    })
  })

  await test.step('payment', async () => {
    const letGo = await holdBack(page, '**/api/create-payment-intent')
    await page.goto('/dashboard/myorders')
    const link = main.getByRole('link', { name: `Pay for ${laptop.name}` })
    await holds('2.127', async () => {
      await expect(link).toHaveText('Pay')
      await expect(link).toHaveAttribute('href', /^\/dashboard\/payment\/[\w-]{36}$/)
    })
    const id = (await link.getAttribute('href'))?.split('/').at(-1)
    const asked = page.waitForRequest(`**/api/booking/${id}`)
    const begun = page.waitForRequest('**/api/create-payment-intent')
    await openPayment(page, laptop)
    await holds('2.102', async () => expect((await asked).method()).toBe('GET'))
    await holds('2.146', () =>
      expect(main.getByRole('heading')).toHaveText(`Please complete the payment for ${laptop.name}`),
    )
    await holds('4.23', async () => expect((await begun).method()).toBe('POST'))
    const button = main.getByRole('button', { name: 'Payment', exact: true })
    await holds('4.24', () => expect(button).toBeDisabled())
    letGo()
    await holds('2.147', async () => {
      await expect(button).toBeEnabled()
      for (const label of ['Card number', 'Expiry', 'CVC'])
        await expect(main.getByLabel(label)).toBeEditable()
    })
    await holds('2.148', () => expect(main.getByText(/\b4242 4242 4242 4242\b/)).toBeVisible())
    await holds('1.20 9.14', () => expect(main.getByText('Test mode', { exact: true })).toBeVisible())
    await page.route('**/api/create-payment-intent', leaveUnacknowledged, { times: 1 })
    await page.reload()
    await holds('4.24', async () => {
      await expect(main.getByRole('alert')).toContainText('The payment could not be started.')
      await expect(button).toHaveCount(0)
      await main.getByRole('button', { name: 'Try again' }).click()
      await expect(button).toBeEnabled()
    })
    await holds('4.24', async () => {
      expectConsole(/status of 402/)
      const confirm = await holdBack(page, '**/payment_intents/*/confirm')
      await typeCard(page, '4000000000000002')
      await expect(button).toBeDisabled()
      await expect(main.getByLabel('Card number')).toBeDisabled()
      confirm()
      await expect(main.getByRole('alert')).toContainText('Your card was declined.')
    })
    await holds('4.26', async () => {
      await page.route('**/api/paymentinfo', leaveUnacknowledged, { times: 1 })
      await typeCard(page, '4242424242424242')
      await expect(main.getByRole('alert')).toContainText(UNCONFIRMED)
      await main.getByRole('button', { name: 'Check again' }).click()
      await expect(main.getByRole('heading')).toHaveText('Your Payment Successfully Received')
    })
  })
})
