import type { Page } from '@playwright/test'
import { expect, expectNoAxeViolations, test } from '#tests/support/browser.ts'
import { coveredOf } from '#tests/support/screens.ts'
import { resize, signIn } from '#tests/support/steps.ts'

/* What the offline note covers and moves. Only the event is faked: pictures still load. */

const note = (page: Page) => page.getByText('You are offline.')

async function openSellers(page: Page): Promise<void> {
  await signIn(page, 'admin@clamshell.test')
  await page.goto('/dashboard/sellers')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Sellers: \d+$/)
}

const say = (page: Page, event: 'online' | 'offline') =>
  page.evaluate((type) => {
    Object.defineProperty(navigator, 'onLine', { value: type === 'online', configurable: true })
    dispatchEvent(new Event(type))
  }, event)

test('the offline note overlays the page without moving or covering content, on any screen', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await openSellers(page)
  const heading = page.getByRole('heading', { level: 1 })
  for (const [width, height] of [
    [360, 640],
    [768, 1024],
    [1280, 720],
  ] as const)
    await test.step(`${width} by ${height}`, async () => {
      await resize(page, { width, height })
      const stood = await heading.boundingBox()
      await say(page, 'offline')
      await expect(note(page)).toBeVisible()
      expect(await heading.boundingBox()).toEqual(stood)
      for (const seen of [page.getByRole('banner'), heading, note(page)])
        expect(await coveredOf(seen)).toBe(0)
      await expectNoAxeViolations(page)
      await page.evaluate(() => scrollTo(0, 0))
      await say(page, 'online')
      await expect(note(page)).toBeHidden()
      expect(await heading.boundingBox()).toEqual(stood)
    })
})

test('the offline note does not cover the bulk action bar', async ({ page }) => {
  await openSellers(page)
  await page.getByRole('row').getByRole('checkbox').last().check()
  await say(page, 'offline')
  await expect(note(page)).toBeVisible()
  const bar = page.locator('.bulk-bar')
  await expect(bar).toContainText('1 selected')
  // It is moved once the height of the note is known.
  await expect.poll(() => coveredOf(bar)).toBe(0)
})
