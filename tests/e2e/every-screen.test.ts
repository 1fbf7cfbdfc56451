import type { Page } from '@playwright/test'
import type { Booking } from '#contract/orders.ts'
import { test } from '#tests/support/browser.ts'
import { headersOf } from '#tests/support/calls.ts'
import { expectScreensAccessible, PUBLIC_PAGES } from '#tests/support/screens.ts'
import { signIn } from '#tests/support/steps.ts'

/*
 * Every second screen on the phone in the light theme, the others on the desktop in the dark one: checking a screen for
 * everything takes a second. `npm run screenshots` checks every screen in each way.
 */
const onPhone = () => test.info().project.name === 'phone'
const theme = () => (onPhone() ? 'light' : 'dark')
const halfOf = (paths: string[]) => paths.filter((_, i) => (i % 2 === 0) === onPhone())

test('every public page is accessible and fits the screen', async ({ page }) => {
  await expectScreensAccessible(page, theme(), halfOf(PUBLIC_PAGES))
})

const SCREENS = {
  seller: ['addproducts', 'myproducts', 'mybuyers', 'account'],
  admin: ['sellers', 'buyers', 'reporteditems', 'audittrail', 'account'],
  buyer: ['myorders', 'mywishlist', 'account'],
}

for (const [role, screens] of Object.entries(SCREENS))
  test(`every page of the ${role} is accessible and fits the screen`, async ({ page }) => {
    const email = `${role}@clamshell.test`
    await signIn(page, email)
    const payments = role === 'buyer' ? await paymentPages(page, email) : []
    const all = [...screens.map((screen) => `/dashboard/${screen}`), ...payments]
    await expectScreensAccessible(page, theme(), halfOf(all))
  })

/** The payment page of an unpaid order, and the receipt of a paid one. */
async function paymentPages(page: Page, email: string): Promise<string[]> {
  const headers = await headersOf(page, email)
  const orders: Booking[] = await (await page.request.get(`/api/bookings?email=${email}`, { headers })).json()
  const pages = [orders.find(({ available }) => available), orders.find(({ paid }) => paid)]
  return pages.map((order) => {
    if (!order) throw new Error('The demo data has an order that waits to be paid, and one that is.')
    return `/dashboard/payment/${order._id}`
  })
}
