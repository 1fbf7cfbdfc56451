import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/browser.ts'
import { signIn } from '#tests/support/steps.ts'

test.use({ timezoneId: 'America/Los_Angeles' })

/** In the browser's time zone this is the evening of the day before. */
const EVENING = '2026-11-22T03:30:00.000Z'
/** Two days later. */
const PAID = '2026-11-24T03:30:00.000Z'

/** Replaces every date in the responses of the shop with those times. */
async function setTimes(page: Page): Promise<void> {
  await page.route('**/api/**', async (route) => {
    const request = route.request()
    if (request.method() !== 'GET' || request.resourceType() !== 'fetch') return route.fallback()
    const response = await route.fetch()
    const body = await response.text()
    const inEvening = body.replaceAll(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, `"${EVENING}"`)
    const changed = inEvening.replaceAll(`"paidDate":"${EVENING}"`, `"paidDate":"${PAID}"`)
    await route.fulfill({ response, body: changed })
  })
}

for (const [email, pages] of [
  ['buyer@clamshell.test', ['myorders', 'account']],
  ['seller@clamshell.test', ['mybuyers', 'myproducts']],
  ['admin@clamshell.test', ['buyers', 'reporteditems']],
] as const)
  test(`the personal pages of ${email} show dates in the time zone of the browser`, async ({ page }) => {
    await signIn(page, email)
    await setTimes(page)
    const main = page.getByRole('main')
    for (const path of pages) {
      await page.goto(`/dashboard/${path}`)
      if (path === 'myorders') {
        await page
          .getByRole('link', { name: /^Receipt for/ })
          .first()
          .click()
        const paidOn = main.getByRole('term').filter({ hasText: 'Paid on' })
        await expect(paidOn.locator('+ dd')).toHaveText('Nov 23, 2026')
      }
      await expect(main.getByText(/Nov 21, 2026/).first()).toBeVisible()
      await expect(main.getByText(/Nov 22, 2026/)).toHaveCount(0)
    }
    await page.unrouteAll({ behavior: 'wait' })
  })
