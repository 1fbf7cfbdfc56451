import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/browser.ts'
import { orderAndOpenPayment } from '#tests/support/calls.ts'
import { newEmail, openAlive, signInByForm, signUp, takeOther, typeCard } from '#tests/support/steps.ts'

/* The shop works as usual on a device whose clock is wrong by a day or more. */

const HOUR = 60 * 60_000

for (const [way, hours] of [
  ['ahead', 26],
  ['behind', -26],
] as const) {
  const setClock = (page: Page) => page.clock.install({ time: Date.now() + hours * HOUR })

  test(`with a clock that is ${way}, one token serves several pages`, async ({ page }) => {
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

  test(`with a clock that is ${way}, the reservation keeps its length and is shown in local time`, async ({
    page,
  }) => {
    const email = newEmail()
    await signUp(page, { email })
    await setClock(page)
    await orderAndOpenPayment(page, email, await takeOther(page))
    const kept = page.getByText('The laptop is reserved for you until')
    await expect(kept).toBeVisible()
    const near = await page.evaluate(() =>
      [13, 14, 15].map((minutes) =>
        new Date(Date.now() + minutes * 60_000).toLocaleTimeString('en-US', {
          hour: 'numeric',
          minute: '2-digit',
        }),
      ),
    )
    expect(near).toContain(await kept.getByRole('time').innerText())
    await page.clock.fastForward('16:00')
    await expect(page.getByText('That time is over. Press Payment')).toBeVisible()
    await expect(kept).toHaveCount(0)
  })
}

test('with a clock years ahead, a card that is still valid is accepted', async ({ page }) => {
  const email = newEmail()
  await signUp(page, { email })
  // The typed card is valid until the end of 2040.
  await page.clock.install({ time: '2041-01-02' })
  await orderAndOpenPayment(page, email, await takeOther(page))
  await typeCard(page, '4242424242424242')
  await expect(page.getByRole('heading', { name: 'Your Payment Successfully Received' })).toBeVisible()
})
