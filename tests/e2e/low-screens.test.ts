import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/browser.ts'
import { cardOf, newEmail, openAlive, resize, signIn, signUp } from '#tests/support/steps.ts'

/* Menus and dialogs that are higher than the window: on a phone held sideways, or with a large zoom. */

/** Turns the wheel until that has an effect: a turn before something new has been rendered is lost. */
const turnWheel = (page: Page, by: number, until: () => Promise<void>) =>
  expect(async () => {
    await page.mouse.wheel(0, by)
    await until()
  }).toPass()

test('on a low screen the whole account menu can be scrolled into view', async ({ page }) => {
  await page.setViewportSize({ width: 640, height: 360 })
  await signIn(page, 'admin@clamshell.test')
  await page.goto('/')
  await page.getByRole('button', { name: /^Account of/ }).click()
  const menu = page.locator('#account')
  await menu.hover()
  const last = menu.getByRole('button', { name: 'Sign out' })
  await turnWheel(page, 1000, () => expect(last).toBeInViewport({ ratio: 1, timeout: 1_000 }))
})

test('on a low screen the newest toast is visible and earlier ones can be scrolled to', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED/)
  await page.setViewportSize({ width: 320, height: 256 })
  await signUp(page, { email: newEmail() })
  await page.route('**/api/wishlist**', (route) =>
    route.request().method() === 'GET' ? route.fallback() : route.abort(),
  )
  await page.goto('/advertisedProducts')
  await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible()
  const messages = page.getByRole('region', { name: 'Notices' }).getByRole('alert')
  // With a long name a message would be higher than the visible part of the list.
  const names = await page.getByRole('article').getByRole('heading').allTextContents()
  const short = names.toSorted((a, b) => a.length - b.length).slice(0, 3)
  for (const [n, name] of short.entries()) {
    await cardOf(page, { name })
      .getByRole('button', { name: /^Add to Wishlist/ })
      .dispatchEvent('click')
    await expect(messages).toHaveCount(n + 1)
  }
  await expect(messages.last()).toBeInViewport({ ratio: 1 })
  await messages.last().hover()
  await turnWheel(page, -1000, () => expect(messages.first()).toBeInViewport({ ratio: 1, timeout: 1_000 }))
})

test('a list rendered in a wide window fits a narrow one', async ({ page }) => {
  await openAlive(page, '/advertisedProducts')
  // Cards outside the viewport keep the size that they were last rendered with.
  for (const card of await page.getByRole('article').all()) await card.scrollIntoViewIfNeeded()
  await resize(page, { width: 360, height: 740 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
})
