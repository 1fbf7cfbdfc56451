import type { Page } from '@playwright/test'
import { ROWS } from '#contract/limits.ts'
import type { Person } from '#contract/users.ts'
import { expect, test } from '#tests/support/browser.ts'
import { comeBack, holdBack, signIn } from '#tests/support/steps.ts'

/* The lists of people are fetched again every minute, and when the admin returns to the window. */

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

test('Load more pressed on returning to the window loads more despite the concurrent refresh', async ({
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
  await page.getByRole('button', { name: 'Load more' }).click()
  await (await anew).finished()
  await expect(page.locator('[aria-busy=false]').getByRole('table')).toBeVisible()
  answer()
  await expect(page.locator('tbody > tr')).toHaveCount(6)
})

test('a total below the number of rows shown is raised to it', async ({ page }) => {
  await openSellers(page)
  await page.route('**/api/users?*after=*', async (route) => {
    const response = await route.fetch({ url: `${route.request().url()}&limit=3` })
    await route.fulfill({ response, headers: { ...response.headers(), 'x-total-count': '5' } })
  })
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect(page.getByText('6 of 6 shown')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sellers: 6')
})

/** Opens the buyers, `count` of them. */
async function openBuyers(page: Page, count: number): Promise<void> {
  await signIn(page, 'admin@clamshell.test')
  await page.route('**/api/users?*', (route) => {
    const query = new URL(route.request().url()).searchParams
    const from = Number(query.get('after') ?? 0)
    const end = Math.min(count, from + Number(query.get('limit') ?? ROWS.usual))
    const json = Array.from({ length: end - from }, (_, i) => buyer(from + i))
    const link = end < count ? `</api/users?after=${end}>; rel="next"` : ''
    return route.fulfill({ headers: { 'x-total-count': String(count), link }, json })
  })
  await page.goto('/dashboard/buyers')
}

const buyer = (n: number): Person => ({
  _id: `buyer-${n}`,
  name: `Buyer ${n}`,
  email: `buyer-${n}@example.com`,
  image: null,
  userType: 'buyer',
  verified: false,
  emailProven: true,
  online: false,
  lastSeenDate: null,
  joinedDate: '2026-01-01T00:00:00.000Z',
})

test('rows loaded with Load more during a refresh stay, however long the list is', async ({ page }) => {
  await openBuyers(page, 2 * ROWS.most)
  const rows = page.locator('tbody > tr')
  const loadMore = async () => {
    const shown = await rows.count()
    await page.getByRole('button', { name: 'Load more' }).click()
    await expect(rows).toHaveCount(shown + ROWS.usual)
  }
  const loadMoreMeanwhile = async (held: string) => {
    const asked = page.waitForRequest(held)
    const answer = await holdBack(page, held)
    await comeBack(page)
    await asked
    await loadMore()
    const shown = await rows.count()
    await rows.last().getByRole('checkbox').check()
    answer()
    await expect(page.locator('[aria-busy=false]').getByRole('table')).toBeVisible()
    await expect(rows).toHaveCount(shown)
    await expect(rows.last().getByRole('checkbox')).toBeChecked()
  }
  await expect(rows).toHaveCount(ROWS.usual)
  await loadMoreMeanwhile(`**/api/users?*&limit=${ROWS.usual}`)
  while ((await rows.count()) < ROWS.most) await loadMore()
  const left = (await rows.count()) - ROWS.most
  await loadMoreMeanwhile(`**/api/users?*after=${ROWS.most}&limit=${left}`)
})

test('a new search starts with one page of results, however many rows were loaded', async ({ page }) => {
  await openBuyers(page, 3 * ROWS.usual)
  const rows = page.locator('tbody > tr')
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect(rows).toHaveCount(2 * ROWS.usual)
  await page.getByPlaceholder('Search for users').fill('buyer')
  await expect(page.getByText(/found for “buyer”/)).toBeAttached()
  await expect(rows).toHaveCount(ROWS.usual)
  // The rows loaded by now are fetched again, and no others.
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect(rows).toHaveCount(2 * ROWS.usual)
  const asked = page.waitForRequest(`**/api/users?*search=buyer&limit=${2 * ROWS.usual}`)
  await comeBack(page)
  await asked
})

test('the dialog before deleting many people names ten and counts the others', async ({ page }) => {
  await openBuyers(page, ROWS.usual)
  await page.setViewportSize({ width: 360, height: 640 })
  await page.getByRole('checkbox', { name: 'Select all Buyers' }).filter({ visible: true }).check()
  await page.getByRole('button', { name: `Delete ${ROWS.usual} selected` }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(`and ${ROWS.usual - 10} others. Unpaid orders go too.`)
  await expect(question.getByRole('button', { name: 'Delete' })).toBeInViewport()
})

test('a selected row that leaves the list is no longer selected when it returns', async ({ page }) => {
  await page.clock.install()
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
  const minute = () => page.clock.fastForward('01:00')
  let asked = 0
  page.on('request', (request) => {
    if (isAnew(request.url())) asked += 1
  })
  // Not behind a dialog, whose question is about the rows as they are.
  await page.getByRole('button', { name: 'Delete 1 selected' }).click()
  await minute()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await minute()
  await expect(page.locator('tbody > tr')).toHaveCount(2)
  expect(asked).toBe(1)
  await expect(page.getByText(/selected$/)).toHaveCount(0)
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect(page.locator('tbody > tr')).toHaveCount(5)
  await expect(third).not.toBeChecked()
})
