import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/browser.ts'
import { openAlive, signInByForm } from '#tests/support/steps.ts'

/* On a device whose clock is a day and more from the right time, the shop's goes as always. */

const HOUR = 60 * 60_000

for (const [way, hours] of [
  ['ahead', 26],
  ['behind', -26],
] as const) {
  const setClock = (page: Page) => page.clock.install({ time: Date.now() + hours * HOUR })

  test(`with a clock that is ${way} one token is good for as long as it is good`, async ({ page }) => {
    let tokens = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/api/jwt')) tokens += 1
    })
    await setClock(page)
    await openAlive(page, '/login')
    await signInByForm(page, 'buyer@clamshell.test')
    await page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/My Orders: \d+/)
    await page.goto('/dashboard/mywishlist')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/My Wishlist: \d+/)
    expect(tokens).toBe(1)
  })
}
