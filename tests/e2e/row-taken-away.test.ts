import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/browser.ts'
import { comeBack, holdBack, signIn } from '#tests/support/steps.ts'

/* Where the focus goes in an admin's list when its row disappears on a refresh, or while a search is loading. */

const rows = (page: Page) => page.locator('tbody > tr')
const last = (page: Page) => rows(page).last().getByRole('checkbox')

/** Opens three sellers with the last one selected; the next load returns one less. */
async function selectLast(page: Page): Promise<void> {
  let limit = 3
  await page.route('**/api/users?*', (route) => {
    const url = new URL(route.request().url())
    url.searchParams.set('limit', String(limit))
    return route.fallback({ url: url.href })
  })
  await signIn(page, 'admin@clamshell.test')
  await page.goto('/dashboard/sellers')
  await expect(rows(page)).toHaveCount(3)
  limit = 2
  await last(page).check()
}

const WAYS = {
  'a refresh': async (page: Page) => {
    await comeBack(page)
    await expect(rows(page)).toHaveCount(2)
  },
  'a search': async (page: Page) => {
    const stands = await page.evaluateHandle(() => document.activeElement as HTMLElement)
    const found = await holdBack(page, '**/api/users?*search=*')
    const asked = page.waitForRequest('**/api/users?*search=%40*')
    await page.getByRole('searchbox').fill('@')
    await asked
    await stands.evaluate((element) => element.focus())
    found()
    await expect(rows(page)).toHaveCount(2)
  },
}

for (const [what, bring] of Object.entries(WAYS)) {
  test(`focus in a row removed by ${what} moves to the row now in its place`, async ({ page }) => {
    await selectLast(page)
    await last(page).focus()
    await bring(page)
    await expect(last(page)).toBeFocused()
  })

  test(`focus on the bulk actions moves to the heading when ${what} leaves no selected row`, async ({
    page,
  }) => {
    await selectLast(page)
    await page.getByRole('button', { name: 'Delete 1 selected' }).focus()
    await bring(page)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  })
}
