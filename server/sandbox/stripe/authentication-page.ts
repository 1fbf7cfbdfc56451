import type { Handler } from 'hono'
import { html } from 'hono/html'
import type pg from 'pg'

/**
 * The page that stands in for a bank's 3-D Secure page: says what is to be paid and lets the person complete
 * or fail the authentication. Plain forms, which lead back to the shop. 404 without the payment's secret,
 * or where nothing waits for an answer.
 */
export function authenticationPage(pool: pg.Pool, publishableKey: string): Handler {
  return async (c) => {
    const asked = [c.req.param('id'), c.req.query('client_secret') ?? '']
    const nothing = () => c.text('There is nothing to authenticate here.', 404)
    // No text column can hold every character that an address can.
    if (!asked.every((name) => /^\w{0,255}$/.test(name ?? ''))) return nothing()
    const { rows } = await pool.query<{ amount: number; currency: string }>(
      `select body->'amount' as amount, body->>'currency' as currency from sandbox_stripe.intents
       where id = $1 and body->>'client_secret' = $2 and body->>'status' = 'requires_action'`,
      asked,
    )
    const payment = rows[0]
    if (!payment) return nothing()
    const amount = `${(payment.amount / 100).toFixed(2)} ${payment.currency.toUpperCase()}`
    const button = (outcome: string, label: string) => html`<form method="post">
      <input type="hidden" name="key" value="${publishableKey}" />
      <input type="hidden" name="outcome" value="${outcome}" />
      <input type="hidden" name="redirect" value="true" />
      <button>${label}</button>
    </form>`
    return c.html(html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>3-D Secure test page</title>
        </head>
        <body>
          <h1>3-D Secure test page</h1>
          <p>A stand-in for the card's bank. Do you authorise the payment of ${amount}?</p>
          ${button('complete', 'Complete authentication')} ${button('fail', 'Fail authentication')}
        </body>
      </html>`)
  }
}
