import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Bench, formOf, KEYS, openBench } from './open-sandbox.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => bench.close())

const ASKS = '4000002760003184'
const RETURN = 'https://shop.test/dashboard/payment/7?from=bank'

async function waiting(more: object = {}) {
  const intent = await bench.newIntent()
  const { body } = await bench.pay(intent, ASKS, more)
  return { ...intent, next_action: body.next_action }
}

/** The bank's page as a browser sees it behind the shop's own address. */
function open(url: string): Promise<Response> {
  return bench.sandbox.fetch(new Request(url.replace('/sandbox/stripe', '')))
}

describe('3-D Secure in a dialog of the page', () => {
  test('the next action names the provider’s script and the URL of the payment', async () => {
    const { id, client_secret, next_action } = await waiting()
    const address = `https://shop.test/sandbox/stripe/v1/payment_intents/${id}/sandbox_authenticate?client_secret=${client_secret}`
    expect(next_action).toEqual({
      type: 'use_stripe_sdk',
      use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: address },
    })
  })

  test('an abandoned payment keeps waiting, and another card pays it', async () => {
    const intent = await waiting()
    bench.pass(60 * 60 * 1000)
    await bench.sandbox.settled()
    expect((await bench.stripe.paymentIntents.retrieve(intent.id)).status).toBe('requires_action')
    expect((await bench.pay(intent, '4242424242424242')).body.status).toBe('succeeded')
  })

  test('a second outcome is refused', async () => {
    const intent = await waiting()
    expect((await bench.authenticate(intent, 'fail')).status).toBe(200)
    expect(await bench.authenticate(intent, 'complete')).toMatchObject({
      status: 400,
      body: { error: { code: 'payment_intent_unexpected_state' } },
    })
  })

  test('a failure has one message for people and another one for programs', async () => {
    const intent = await waiting()
    const { body } = await bench.authenticate(intent, 'fail')
    expect(body.last_payment_error?.message).toBe(
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    )
    const { last_payment_error } = await bench.stripe.paymentIntents.retrieve(intent.id)
    expect(last_payment_error?.message).toMatch(/^The provided PaymentMethod has failed authentication\./)
  })

  test('an unknown outcome is refused', async () => {
    const intent = await waiting()
    const { status } = await bench.authenticate(intent, 'perhaps' as 'fail')
    expect(status).toBe(400)
  })
})

describe('3-D Secure on a page of the bank', () => {
  test('the next action redirects there and names the return URL', async () => {
    const { next_action } = await waiting({ return_url: RETURN })
    expect(next_action).toMatchObject({ type: 'redirect_to_url', redirect_to_url: { return_url: RETURN } })
    const page = await open(next_action!.redirect_to_url!.url!)
    expect(page.status).toBe(200)
    expect(page.headers.get('content-type')).toContain('text/html')
    expect(await page.text()).toContain('449.50 USD')
  })

  test.each([
    ['complete', 'succeeded', 'succeeded'],
    ['fail', 'failed', 'requires_payment_method'],
  ])('%s redirects to the shop with the status %s', async (outcome, redirectStatus, status) => {
    const { id, client_secret, next_action } = await waiting({ return_url: RETURN })
    const form = { key: KEYS.publishableKey, outcome, redirect: 'true' }
    const response = await bench.sandbox.fetch(
      new Request(next_action!.redirect_to_url!.url!.replace('/sandbox/stripe', ''), {
        method: 'POST',
        body: new URLSearchParams(formOf(form)),
      }),
    )
    expect(response.status).toBe(303)
    const back = new URL(response.headers.get('location') ?? '')
    expect(back.origin + back.pathname).toBe('https://shop.test/dashboard/payment/7')
    expect(Object.fromEntries(back.searchParams)).toEqual({
      from: 'bank',
      payment_intent: id,
      payment_intent_client_secret: client_secret,
      redirect_status: redirectStatus,
    })
    expect((await bench.stripe.paymentIntents.retrieve(id)).status).toBe(status)
  })

  test('the page responds 404 for a payment that waits for nothing, or without its secret', async () => {
    const intent = await bench.newIntent()
    const address = (secret: string) =>
      `https://shop.test/v1/payment_intents/${intent.id}/sandbox_authenticate?client_secret=${secret}`
    expect((await open(address(intent.client_secret!))).status).toBe(404)
    await bench.pay(intent, ASKS)
    for (const secret of ['guessed', '', '%00', '%ff', `${intent.client_secret}%00`])
      expect((await open(address(secret))).status, secret).toBe(404)
    expect((await open(address('x').replace(intent.id, '%00'))).status).toBe(404)
    expect((await open(address(intent.client_secret!))).status).toBe(200)
  })
})
