import type { Page, Route } from '@playwright/test'
import { expect, test } from '#tests/support/browser.ts'
import { orderAndOpenPayment } from '#tests/support/calls.ts'
import { hueOf } from '#tests/support/colors.ts'
import {
  holdBack,
  loseAnswer,
  newEmail,
  openPayment,
  orderByForm,
  signUp,
  takeLaptop,
  takeOther,
} from '#tests/support/steps.ts'

/*
 * The provider's own card field, which only a shop with keys shows. The shop and its sandbox are the real ones; only
 * the provider's script is replaced, as it cannot be loaded here: a field, and the call that confirms the payment.
 */

const PROVIDER = 'https://js.stripe.com'

/** The part of Stripe.js that the page uses. It returns the sandbox's answer. */
const STRIPE_JS = `window.Stripe = (key) => ({
  elements: () => ({ create: (kind, options) => {
    const input = Object.assign(document.createElement('input'), { ariaLabel: 'Card number' })
    input.style.color = options?.style?.base.color
    const heard = {}
    return {
      mount(place) {
        place.append(input)
        input.oninput = () => heard.change?.({ error: /^\\d*$/.test(input.value) ? undefined : { message: 'Your card number is invalid.' } })
        window.tellReady = () => heard.ready?.()
        if (!window.isSlow) setTimeout(tellReady)
      },
      on: (event, hear) => { heard[event] = hear },
      update({ disabled, style }) {
        input.disabled = disabled
        if (style) input.style.color = style.base.color
      },
      focus: () => input.focus(),
      destroy: () => input.remove(),
      number: () => input.value,
    }
  } }),
  async confirmCardPayment(secret, { payment_method: { card } }) {
    const body = new URLSearchParams({ key, client_secret: secret, 'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': card.number(), 'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2040', 'payment_method_data[card][cvc]': '123' })
    const url = '/sandbox/stripe/v1/payment_intents/' + secret.split('_secret_')[0] + '/confirm'
    const answer = await fetch(url, { method: 'POST', body }).catch(() => undefined)
    if (!answer) return { error: { type: 'api_connection_error', message: 'You have not been charged.' } }
    const said = await answer.json()
    return answer.ok ? { paymentIntent: said } : { error: said.error }
  },
})`

/** Turns the pages into those of a shop with `keys`: the payment page admits the provider, and shows its field. */
async function withKeys(
  page: Page,
  script: (route: Route) => Promise<void>,
  keys: { publishableKey?: string } = {},
): Promise<void> {
  await page.route(/\/dashboard\/payment\//i, async (route) => {
    const answer = await route.fetch()
    const policy = answer.headers()['content-security-policy'] ?? ''
    const headers = { 'content-security-policy': policy.replace('script-src ', `script-src ${PROVIDER} `) }
    await route.fulfill({ response: answer, headers: { ...answer.headers(), ...headers } })
  })
  await page.route('**/api/create-payment-intent', async (route) => {
    const answer = await route.fetch()
    const intent = await answer.json()
    await route.fulfill({
      response: answer,
      json: answer.ok() ? { ...intent, sandbox: false, ...keys } : intent,
    })
  })
  await page.route(`${PROVIDER}/**`, script)
}

/** Answers with the script that the page loads, whose name contains its version. */
const stub = (route: Route) => {
  const [, , , version] = route.request().url().split('/')
  const body = `${STRIPE_JS}\nwindow.Stripe.version = '${version}'`
  return route.fulfill({ contentType: 'text/javascript', body })
}

let email: string

test.beforeEach(async ({ page }) => {
  email = newEmail()
  await signUp(page, { email })
})

test('with provider keys, the embedded card field takes a card and shows a decline', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/status of 402/)
  const laptop = await takeLaptop(page)
  await withKeys(page, stub)
  await orderByForm(page, laptop)
  // The policy of the page before does not admit the provider, so the payment page is loaded as a document.
  await openPayment(page, laptop)
  const card = page.getByLabel('Card number')
  const pay = page.getByRole('button', { name: 'Payment' })
  await expect(page.getByText('Test mode: pay with the test card')).toBeVisible()
  // It exists while it is still empty: an alert that is added together with its text is not read out.
  const fault = page.getByRole('alert')
  await expect(fault).toHaveText('')
  await card.fill('4000 what')
  await expect(fault).toHaveText('Your card number is invalid.')
  await pay.click()
  await expect(card).toBeFocused()
  await expect(fault).toHaveText('Your card number is invalid.')
  await card.fill('4000000000000002')
  await expect(fault).toHaveText('')
  const confirm = await holdBack(page, '**/payment_intents/*/confirm')
  await pay.click()
  await expect(card).toBeDisabled()
  confirm()
  await expect(page.getByRole('alert').last()).toContainText('Your card was declined.')
  await expect(card).toBeEnabled()
  await card.fill('4242424242424242')
  await pay.click()
  await expect(page.getByRole('heading', { name: 'Your Payment Successfully Received' })).toBeVisible()
})

test('with provider keys, a lost connection to the provider is not reported as unpaid', async ({
  page,
  expectConsole,
}) => {
  // When asked again, the provider says that it has charged the card.
  expectConsole(/ERR_FAILED|status of 400/)
  await withKeys(page, stub)
  await orderAndOpenPayment(page, email, await takeOther(page))
  await page.route('**/payment_intents/*/confirm', loseAnswer, { times: 1 })
  await page.getByLabel('Card number').fill('4242424242424242')
  await page.getByRole('button', { name: 'Payment' }).click()
  const said = page.getByRole('alert').last()
  await expect(said).toHaveText(
    'The card provider cannot be reached. Please try again; you are never charged twice.',
  )
  await page.getByRole('button', { name: 'Payment' }).click()
  await expect(page.getByRole('heading', { name: 'Your Payment Successfully Received' })).toBeVisible()
})

test('a shop with live keys shows no test card', async ({ page }) => {
  await withKeys(page, stub, { publishableKey: 'pk_live_of_the_tests' })
  await orderAndOpenPayment(page, email, await takeOther(page))
  await expect(page.getByLabel('Card number')).toBeVisible()
  await expect(page.getByText('Test mode')).toHaveCount(0)
})

test('a payment page whose URL differs in case is loaded once', async ({ page }) => {
  await withKeys(page, stub)
  await orderAndOpenPayment(page, email, await takeOther(page))
  await expect(page.getByLabel('Card number')).toBeVisible()
  const otherwise = page.url().replace('/dashboard/payment/', '/Dashboard/Payment/')
  const loaded: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'document') loaded.push(request.url())
  })
  await page.goto(otherwise)
  await expect(page.getByLabel('Card number')).toBeVisible()
  expect(loaded).toEqual([otherwise])
})

test('text in the embedded card field has the text colour of the page in both themes', async ({ page }) => {
  await withKeys(page, stub)
  await orderAndOpenPayment(page, email, await takeOther(page))
  const card = page.getByLabel('Card number')
  const text = page.getByRole('heading', { level: 1 })
  const isAlike = async () => (await hueOf(card, 'color')) === (await hueOf(text, 'color'))
  await expect.poll(isAlike).toBe(true)
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect.poll(isAlike).toBe(true)
  }
  await page.getByRole('button', { name: 'Dark theme' }).click()
  await expect.poll(isAlike).toBe(true)
})

test('the Payment button is disabled until the embedded card field is ready', async ({ page }) => {
  await page.addInitScript('window.isSlow = true')
  await withKeys(page, stub)
  await orderAndOpenPayment(page, email, await takeOther(page))
  await page.getByLabel('Card number').fill('4242424242424242')
  const pay = page.getByRole('button', { name: 'Payment' })
  await expect(pay).toBeDisabled()
  await page.evaluate('tellReady()')
  await pay.click()
  await expect(page.getByRole('heading', { name: 'Your Payment Successfully Received' })).toBeVisible()
})

test('a provider script that fails to load is reported, and Payment stays disabled', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED/)
  await withKeys(page, (route) => route.abort())
  await orderAndOpenPayment(page, email, await takeOther(page))
  await expect(page.getByRole('alert').last()).toContainText("The card provider's form could not be loaded.")
  await expect(page.getByRole('button', { name: 'Payment' })).toBeDisabled()
})
