import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openJobs } from '#server/jobs.ts'
import { placeOrder } from '#server/orders/place-order.ts'
import { proveEmail } from '#server/users/prove-email.ts'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { BOOKING, putOnSale } from '#tests/support/laptops.ts'
import { signUp } from '#tests/support/people.ts'

/** The SQL that docs/operating.md gives an operator, for one e-mail. */
function removalOf(email: string): string {
  const [, removing = ''] = readFileSync('docs/operating.md', 'utf8').split(
    '\n## Removing what somebody asks for\n',
  )
  const [, sql = ''] = /<<'SQL'\n(.*?)\n +SQL\n/s.exec(removing) ?? []
  return sql.replaceAll(":'email'", `'${email}'`)
}

let shop: FrontDoor
let jobs: Awaited<ReturnType<typeof openJobs>>
beforeAll(async () => {
  shop = await openFrontDoor()
  // The worker is not started: mails stay in the queue.
  jobs = await openJobs({
    pool: shop.deps.pool,
    mail: { send: async () => {} },
    mailPasswordReset: async () => {},
    reconcilePayments: async () => 0,
    cleanUp: [],
    log: shop.deps.log,
  })
})
afterAll(async () => {
  await jobs.stop()
  await shop.close()
})

it('removes an order of a guest and all mails about it, and nothing of another guest', async () => {
  const seller = await signUp(shop, 'seller')
  await proveEmail(shop.deps, seller.id)
  const productId = await putOnSale(shop, seller)
  const orderAs = (buyerEmail: string, phone: string) =>
    placeOrder({ ...shop.deps, jobs }, undefined, {
      ...BOOKING,
      productId,
      phone,
      buyerEmail,
      buyerName: 'Gast',
      address: buyerEmail,
    })
  await orderAs('ada@example.com', '01711')
  await orderAs('bea@example.com', '017110')

  await shop.deps.pool.query(removalOf('ada@example.com'))

  const { rows: letters } = await shop.deps.pool.query(
    `select data->>'to' as to, data->>'text' as text from jobs.job where name = 'mail'`,
  )
  expect(letters.map(({ to }) => to).sort()).toEqual(['bea@example.com', seller.email])
  expect(letters.find(({ to }) => to === seller.email)?.text).toContain('017110')
  const { rows: orders } = await shop.deps.pool.query('select buyer_email from orders')
  expect(orders).toEqual([{ buyer_email: 'bea@example.com' }])
})
