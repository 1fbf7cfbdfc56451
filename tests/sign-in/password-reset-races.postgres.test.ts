import { expect, it, vi } from 'vitest'
import { openFrontDoor } from '#tests/support/front-door.ts'
import { BOOKING, putOnSale } from '#tests/support/laptops.ts'
import { linkTo } from '#tests/support/mails.ts'
import { signUp } from '#tests/support/people.ts'

it('a new password and an order of the laptop that waits for the same person do not wait for each other', async () => {
  const shop = await openFrontDoor()
  const seller = await signUp(shop, 'seller')
  const productId = await putOnSale(shop, seller)
  // Somebody has ordered it as a guest with the seller's own e-mail.
  const guest = { ...BOOKING, productId, buyerName: 'Guest', buyerEmail: seller.email }
  expect((await shop.call('POST', '/api/booking', { body: guest })).status).toBe(201)
  await shop.call('POST', '/auth/request-password-reset', { body: { email: seller.email } })
  const body = { token: linkTo(shop, seller.email).token, newPassword: 'another good password' }

  // What an order does: its laptop first, then its row, which names the seller.
  const ordering = await shop.deps.pool.connect()
  await ordering.query('begin')
  await ordering.query('select 1 from products where id = $1 for share', [productId])
  const resetting = shop.call('POST', '/auth/reset-password', { body })
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await vi.waitUntil(async () => (await shop.sql(waiting)).length > 0, { timeout: 20_000 })
  await ordering.query('select 1 from users where id = $1 for key share', [seller.id])
  await ordering.query('commit')
  ordering.release()
  expect((await resetting).status).toBe(200)
  await shop.close()
})
