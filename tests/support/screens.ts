import { expect, type Locator, type Page } from '@playwright/test'
import { expectNoAxeViolations } from './browser.ts'

export const PUBLIC_PAGES = [
  '/',
  '/advertisedProducts',
  '/brand/hp',
  '/blogs',
  '/login',
  '/signup',
  '/privacy',
  '/terms',
]

/** Opens screens one after the other: each loads, axe finds nothing, and nothing is wider than the screen. */
export async function expectScreensAccessible(
  page: Page,
  colorScheme: 'light' | 'dark',
  paths: readonly string[],
): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  for (const path of paths) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('main').locator('.skeleton')).toHaveCount(0)
    await expectScreenAccessible(page)
  }
}

/** axe finds nothing on the screen as it is, and nothing is wider than the screen. */
export async function expectScreenAccessible(page: Page): Promise<void> {
  await expectNoAxeViolations(page)
  await expectNotWider(page)
}

/** Nothing on the page is wider than the screen. */
export async function expectNotWider(page: Page): Promise<void> {
  const { overflow, width } = await page.evaluate(() => ({
    overflow: document.documentElement.scrollWidth - innerWidth,
    width: innerWidth,
  }))
  expect(overflow, `${page.url()} is wider than the screen of ${width} px`).toBeLessThanOrEqual(0)
}

/** The share of an element's height that others cover, from 0 to 1. */
export const coveredOf = (element: Locator) =>
  element.evaluate((one) => {
    const { top, left, width, height } = one.getBoundingClientRect()
    const points = Array.from({ length: 10 }, (_, i) => top + (height * (i + 0.5)) / 10)
    const isCovered = (y: number) => !one.contains(document.elementFromPoint(left + width / 2, y))
    return points.filter(isCovered).length / points.length
  })
