import { Stripe } from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Bench, cardForm, openBench } from './open-sandbox.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => bench.close())

const GOOD = '4242424242424242'

describe('invalid card details', () => {
  test.each([
    [
      'a wrong check digit',
      '4242424242424241',
      {},
      'incorrect_number',
      'number',
      'Your card number is incorrect.',
    ],
    [
      'too few digits',
      '42424242424',
      {},
      'invalid_number',
      'number',
      'The card number is not a valid credit card number.',
    ],
    [
      'letters',
      'four thousand',
      {},
      'invalid_number',
      'number',
      'The card number is not a valid credit card number.',
    ],
    [
      'a past year',
      GOOD,
      { exp_year: '2025' },
      'invalid_expiry_year',
      'exp_year',
      "Your card's expiration year is invalid.",
    ],
    [
      'a past year of two digits',
      GOOD,
      { exp_year: '25' },
      'invalid_expiry_year',
      'exp_year',
      "Your card's expiration year is invalid.",
    ],
    [
      'a year too far ahead',
      GOOD,
      { exp_year: '2077' },
      'invalid_expiry_year',
      'exp_year',
      "Your card's expiration year is invalid.",
    ],
    [
      'a past month of this year',
      GOOD,
      { exp_month: '10', exp_year: '2026' },
      'invalid_expiry_month',
      'exp_month',
      "Your card's expiration month is invalid.",
    ],
    [
      'month 13',
      GOOD,
      { exp_month: '13' },
      'invalid_expiry_month',
      'exp_month',
      "Your card's expiration month is invalid.",
    ],
    [
      'month 0',
      GOOD,
      { exp_month: '0' },
      'invalid_expiry_month',
      'exp_month',
      "Your card's expiration month is invalid.",
    ],
    [
      'a security code of two digits',
      GOOD,
      { cvc: '12' },
      'invalid_cvc',
      'cvc',
      "Your card's security code is invalid.",
    ],
    [
      'a security code of four digits',
      GOOD,
      { cvc: '1234' },
      'invalid_cvc',
      'cvc',
      "Your card's security code is invalid.",
    ],
  ])('%s is refused, naming the field', async (_what, number, details, code, param, message) => {
    const intent = await bench.newIntent()
    const { client_secret } = intent
    const answer = await bench.browser('POST', `${intent.id}/confirm`, {
      client_secret,
      ...cardForm(number, details),
    })
    expect(answer).toMatchObject({
      status: 402,
      body: { error: { type: 'card_error', code, param, message } },
    })
    await bench.sandbox.settled()
    expect(bench.told(intent.id)).toEqual(['payment_intent.created'])
    expect((await bench.stripe.paymentIntents.retrieve(intent.id)).status).toBe('requires_payment_method')
  })

  test('a number that could be a real card is declined in test mode', async () => {
    const answer = await bench.pay(await bench.newIntent(), '4012888888881881')
    expect(answer).toMatchObject({
      status: 402,
      body: { error: { code: 'card_declined', decline_code: 'test_mode_live_card' } },
    })
    expect(answer.body.error.message).toContain(
      'Your request was in test mode, but used a non test (live) card.',
    )
  })
})

describe('valid card details', () => {
  test.each([
    ['typed with spaces', '4242 4242 4242 4242', {}],
    ['valid until the end of this month', GOOD, { exp_month: '11', exp_year: '26' }],
    ['of American Express with four digits', '378282246310005', { cvc: '1234' }],
  ])('a card %s pays', async (_what, number, details) => {
    const intent = await bench.newIntent()
    const { client_secret } = intent
    const answer = await bench.browser('POST', `${intent.id}/confirm`, {
      client_secret,
      ...cardForm(number, details),
    })
    expect(answer.body.status).toBe('succeeded')
  })
})

test('no card number and no security code is stored', async () => {
  const numbers = [
    '4242424242424242',
    '4000000000000002',
    '4000002760003184',
    '4242424242424241',
    '4012888888881881',
  ]
  for (const number of numbers) {
    const { id, client_secret } = await bench.newIntent()
    await bench.browser('POST', `${id}/confirm`, { client_secret, ...cardForm(number, { cvc: '739' }) })
    const card = { number, exp_month: 12, exp_year: 2049, cvc: '739' }
    const params = {
      amount: 5_000,
      currency: 'usd',
      confirm: true,
      payment_method_data: { type: 'card', card },
    }
    // The SDK's types have no typed cards, which servers should never see; its protocol does.
    await bench.stripe.paymentIntents
      .create(params as Stripe.PaymentIntentCreateParams, { idempotencyKey: `ending in ${number.slice(-4)}` })
      .catch((error: unknown) => expect(error).toBeInstanceOf(Stripe.errors.StripeCardError))
  }
  await bench.sandbox.settled()
  const stored = await everythingStored(bench)
  for (const known of ['"last4":"4242"', '"last4":"0002"', '"key":"ending in 0002"']) {
    expect(stored.includes(known), known).toBe(true)
  }
  for (const secret of [...numbers, '"739"']) expect(stored.includes(secret), secret).toBe(false)
})

/** Every row of every table of the sandbox, as text without blanks. */
async function everythingStored({ database }: Bench): Promise<string> {
  const { rows: tables } = await database.pool.query<{ name: string }>(
    "select format('sandbox_stripe.%I', table_name) as name from information_schema.tables where table_schema = 'sandbox_stripe'",
  )
  let text = ''
  for (const { name } of tables) {
    const { rows } = await database.pool.query<{ row: string }>(
      `select to_jsonb(t)::text as row from ${name} t`,
    )
    text += rows.map(({ row }) => row).join('\n')
  }
  return text.replaceAll('": ', '":')
}
