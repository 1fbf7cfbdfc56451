import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { test as base, expect } from '#tests/support/browser.ts'
import { drawn } from '#tests/support/steps.ts'

/**
 * With scroll bars that take room, as on most desktops: in a browser of this test's own, on the worker's existing shop.
 * As a setting of the file it would need another worker, with another shop.
 */
const test = base.extend({
  context: async ({ playwright, baseURL }, use) => {
    const browser = await playwright.chromium.launch({ ignoreDefaultArgs: ['--hide-scrollbars'] })
    await use(await browser.newContext({ baseURL }))
    await browser.close()
  },
})

/** How far the page is scrolled, and the width of its content. */
const stand = (page: Page) =>
  page.evaluate(() => ({ top: scrollY, width: document.querySelector('main')?.clientWidth }))

/** With something in front, the wheel moves nothing behind: neither beside it, nor in it beyond its end. */
async function expectHeldStill(page: Page, width: number | undefined, leave: () => Promise<void>) {
  const before = await stand(page)
  expect(before.width, 'the page keeps its width').toBe(width)
  const turned = await page.evaluateHandle(() => {
    const counted = { turns: 0 }
    addEventListener('wheel', () => counted.turns++, { passive: true, capture: true })
    return counted
  })
  let turns = 0
  for (const x of [990, 60, 500]) {
    await page.mouse.move(x, 400)
    for (let n = 0; n < 6; n++, turns++) await page.mouse.wheel(0, 400)
  }
  // There is no event for nothing moving. A page that scrolls does so in the frames after the event.
  await expect.poll(async () => (await turned.jsonValue()).turns).toBe(turns)
  await drawn(page)
  expect(await stand(page)).toEqual(before)
  await leave()
  expect(await stand(page)).toEqual(before)
  // A turn of the wheel before the page has been rendered again is lost.
  await expect(async () => {
    await page.mouse.wheel(0, 200)
    await expect.poll(async () => (await stand(page)).top, { timeout: 1_000 }).toBeGreaterThan(before.top)
  }).toPass()
}

test('opening the drawer does not change the width of a page without a scroll bar', async ({ page }) => {
  await page.setViewportSize({ width: 1000, height: 1400 })
  await page.goto('/login')
  const { width } = await stand(page)
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('navigation', { name: 'Site, in the menu' })).toBeVisible()
  expect((await stand(page)).width).toBe(width)
})

test('the page behind a dialog or the drawer neither scrolls nor changes its width', async ({ page }) => {
  await page.setViewportSize({ width: 1000, height: 700 })
  await page.goto('/advertisedProducts')
  const { width } = await stand(page)

  await page.getByRole('button', { name: 'Place Order' }).nth(3).click()
  const form = page.getByRole('dialog', { name: 'Booking Form' })
  await expect(form).toBeVisible()
  await expectHeldStill(page, width, async () => {
    await page.keyboard.press('Escape')
    await expect(form).toBeHidden()
  })

  await page.getByRole('button', { name: 'Menu' }).click()
  const menu = page.getByRole('navigation', { name: 'Site, in the menu' })
  await expect(menu).toBeVisible()
  await expectHeldStill(page, width, async () => {
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
  })
})

/** The lightness of the page at the place of its scroll bar, and beside that, from 0 to 255. */
async function lightnessAtTheEdge(page: Page): Promise<{ bar: number; beside: number }> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  const of = async (x: number) => {
    const picture = await page.screenshot({ clip: { x, y: height - 4, width: 1, height: 1 } })
    const { channels } = await sharp(picture).stats()
    return channels[0]?.mean ?? 0
  }
  return { bar: await of(width - 4), beside: await of(width - 20) }
}

test('the scroll bar gutter is shaded with the page behind a dialog or the drawer', async ({ page }) => {
  await page.setViewportSize({ width: 1000, height: 700 })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.goto('/privacy')
    const unshaded = (await lightnessAtTheEdge(page)).beside
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect(page.getByRole('navigation', { name: 'Site, in the menu' })).toBeVisible()
    const behindDrawer = await lightnessAtTheEdge(page)
    expect(behindDrawer.beside).toBeLessThan(unshaded)
    expect(Math.abs(behindDrawer.bar - behindDrawer.beside)).toBeLessThan(3)
    await page.keyboard.press('Escape')

    await page.evaluate(() => {
      const dialog = document.body.appendChild(document.createElement('dialog'))
      dialog.showModal()
    })
    const behindDialog = await lightnessAtTheEdge(page)
    expect(behindDialog.beside).toBeLessThan(unshaded)
    expect(Math.abs(behindDialog.bar - behindDialog.beside)).toBeLessThan(3)
  }
})
