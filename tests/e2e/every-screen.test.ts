import type { Page } from '@playwright/test'
import type { Booking } from '#contract/orders.ts'
import { test } from '#tests/support/browser.ts'
import { expectScreensAccessible, PUBLIC_PAGES } from '#tests/support/screens.ts'
import { signIn } from '#tests/support/steps.ts'

/* On the phone in the light, on the desktop in the dark; every screen in each is `npm run screenshots`. */
const theme = () => (test.info().project.name === 'phone' ? 'light' : 'dark')

test('every public page is accessible and keeps within the screen', async ({ page }) => {
  await expectScreensAccessible(page, theme(), PUBLIC_PAGES)
})

const SCREENS = {
  seller: ['addproducts', 'myproducts', 'mybuyers', 'account'],
  admin: ['sellers', 'buyers', 'reporteditems', 'audittrail', 'account'],
  buyer: ['myorders', 'mywishlist', 'account'],
}

for (const [role, screens] of Object.entries(SCREENS))
  test(`every page of the ${role} is accessible and keeps within the screen`, async ({ page }) => {
    const email = `${role}@clamshell.test`
    await signIn(page, email)
    const payments = role === 'buyer' ? await paymentPages(page, email) : []
    await expectScreensAccessible(page, theme(), [
      ...screens.map((screen) => `/dashboard/${screen}`),
      ...payments,
    ])
  })

/** The page of an order that waits to be paid, and the receipt of one that is. */
async function paymentPages(page: Page, email: string): Promise<string[]> {
  const { token } = await (await page.request.post('/api/jwt', { data: { email } })).json()
  const headers = { authorization: `Bearer ${token}` }
  const orders: Booking[] = await (await page.request.get(`/api/bookings?email=${email}`, { headers })).json()
  const pages = [orders.find(({ available }) => available), orders.find(({ paid }) => paid)]
  return pages.flatMap((order) => (order ? [`/dashboard/payment/${order._id}`] : []))
}
