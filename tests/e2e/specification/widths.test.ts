import type { Locator } from '@playwright/test'
import { resize, signIn } from '#tests/support/steps.ts'
import { expect, test } from './walk.ts'

/** How many of these items are in the first row. */
async function columns(items: Locator): Promise<number> {
  const tops = await items.evaluateAll((elements) =>
    elements.map((element) => Math.round(element.getBoundingClientRect().top)),
  )
  return tops.filter((top) => top === tops[0]).length
}

test('grids and drawer follow the screen’s width as specified', async ({ page, holds }) => {
  const main = page.getByRole('main')
  const logos = main.locator('li', { has: page.locator('a[href^="/brand/"]') })
  const cards = main.locator('li', { has: page.getByRole('article') })
  const at = (width: number) => resize(page, { width, height: 900 })

  await page.goto('/')
  await holds('2.28 9.5', async () => {
    for (const width of [360, 768, 1280]) {
      await at(width)
      expect(await columns(logos), `${width} px`).toBe(3)
    }
  })
  await holds('2.33 9.6', async () => {
    for (const width of [768, 1280]) {
      await at(width)
      expect(await columns(cards), `${width} px`).toBe(3)
    }
  })

  await page.goto('/advertisedProducts')
  await holds('2.43 9.4', async () => {
    const found = []
    for (const width of [360, 768, 1280]) {
      await at(width)
      found.push(await columns(cards))
    }
    expect(found).toEqual([1, 2, 3])
  })

  await at(360)
  await signIn(page, 'buyer@clamshell.test')
  await page.goto('/')
  await holds('2.18', async () => {
    const links = page.getByRole('navigation', { name: /^Dashboard/ }).getByRole('link')
    await expect(links).toHaveCount(0)
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await expect(links.filter({ hasText: 'My Orders' })).toBeVisible()
    await page.getByRole('button', { name: 'Close the menu' }).click()
    await expect(links).toHaveCount(0)
  })
})
