import { expect, type Page } from '@playwright/test'
import { expectNoAxeViolations } from './browser.ts'

const PAGES = ['/', '/advertisedProducts', '/brand/hp', '/blogs', '/login', '/signup', '/privacy', '/terms']

/** Opens every public page: axe finds nothing, and nothing is wider than the screen. */
export async function expectPublicPagesAccessible(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  for (const path of PAGES) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectNoAxeViolations(page)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow, `${path} is wider than the screen`).toBeLessThanOrEqual(0)
  }
}
