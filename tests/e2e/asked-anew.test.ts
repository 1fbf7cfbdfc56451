import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/browser.ts'
import { holdBack, signIn } from '#tests/support/steps.ts'

/* The lists of people are fetched anew each minute, and once the admin comes back to the window. */

const comeBack = (page: Page) => page.evaluate(() => dispatchEvent(new Event('focus')))
const isAnew = (url: string) => url.includes('/api/users?') && !url.includes('after=')

/** Opens the sellers in parts of three. */
async function openSellers(page: Page): Promise<void> {
  await signIn(page, 'admin@clamshell.test')
  await page.route('**/api/users?*', (route) => {
    const url = new URL(route.request().url())
    url.searchParams.set('limit', '3')
    return route.fallback({ url: url.href })
  })
  await page.goto('/dashboard/sellers')
  await expect(page.locator('tbody > tr')).toHaveCount(3)
}

test('who comes back to the window by a press of Load more gets more, although the list is fetched anew', async ({
  page,
}) => {
  const answer = await holdBack(page, '**/api/users?*after=*')
  await openSellers(page)
  const anew = page.waitForResponse((response) => isAnew(response.url()))
  const asked = page.waitForRequest('**/api/users?*after=*')
  await page.route(
    ({ href }) => isAnew(href),
    async (route) => {
      await asked
      await route.fallback()
    },
    { times: 1 },
  )
  await comeBack(page)
  await page.getByRole('link', { name: 'Load more' }).click()
  await (await anew).finished()
  await expect(page.locator('[aria-busy=false]').getByRole('table')).toBeVisible()
  answer()
  await expect(page.locator('tbody > tr')).toHaveCount(6)
})

test('who has left the list since they were selected is not selected once they are back', async ({
  page,
}) => {
  await openSellers(page)
  const third = page.locator('tbody > tr').nth(2).getByRole('checkbox')
  await third.check()
  await expect(page.getByText(/1 of \d+ selected/)).toBeVisible()
  await page.route(
    ({ href }) => isAnew(href),
    (route) => {
      const url = new URL(route.request().url())
      url.searchParams.set('limit', '2')
      return route.continue({ url: url.href })
    },
    { times: 1 },
  )
  await comeBack(page)
  await expect(page.locator('tbody > tr')).toHaveCount(2)
  await expect(page.getByText(/selected$/)).toHaveCount(0)
  await page.getByRole('link', { name: 'Load more' }).click()
  await expect(page.locator('tbody > tr')).toHaveCount(5)
  await expect(third).not.toBeChecked()
})
