import { expect, test } from '#tests/support/browser.ts'
import { openAlive, openBeforeItIsAlive } from '#tests/support/steps.ts'

/* The light theme and the dark one. */

test('a page restored from the back/forward cache follows the theme chosen meanwhile', async ({ page }) => {
  await openAlive(page, '/')
  const dark = page.getByRole('button', { name: 'Dark theme' })
  await expect(dark).toHaveAttribute('aria-pressed', 'false')
  // The test browsers have no such cache: this is the event on coming back from it, and no other one.
  await page.evaluate(() => {
    localStorage.setItem('theme', 'dark')
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  })
  await expect(dark).toHaveAttribute('aria-pressed', 'true')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test('a page translated before hydration keeps the chosen theme', async ({ page, expectConsole }) => {
  // React renders the page anew.
  expectConsole(/React error #418/)
  await openAlive(page, '/')
  const dark = page.getByRole('button', { name: 'Dark theme' })
  await dark.click()
  const comeAlive = await openBeforeItIsAlive(page, '/login')
  await page.getByRole('heading', { level: 1 }).evaluate((heading) => {
    heading.innerHTML = '<font>লগইন</font>'
  })
  comeAlive()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Login')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(dark).toHaveAttribute('aria-pressed', 'true')
})

test('theme-color matches the page in both themes, also when another tab changes the theme', async ({
  page,
  context,
}) => {
  await openAlive(page, '/')
  const dark = page.getByRole('button', { name: 'Dark theme' })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const bars = page.locator(`meta[name="theme-color"][media*="${colorScheme}"]`)
    const color = (await bars.getAttribute('content')) ?? ''
    const isPaper = () =>
      page.evaluate((named) => {
        const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
        const shown = (fill: string) => {
          if (!canvas) return undefined
          canvas.fillStyle = fill
          canvas.fillRect(0, 0, 1, 1)
          return canvas.getImageData(0, 0, 1, 1).data.join()
        }
        return shown(getComputedStyle(document.body).backgroundColor) === shown(named)
      }, color)
    await expect.poll(isPaper, { message: `${colorScheme}: ${color}` }).toBe(true)
    await expect(dark).toHaveAttribute('aria-pressed', String(colorScheme === 'dark'))
  }
  const other = await context.newPage()
  await other.emulateMedia({ colorScheme: 'dark' })
  await openAlive(other, '/blogs')
  await other.getByRole('button', { name: 'Dark theme' }).click()
  await expect(dark).toHaveAttribute('aria-pressed', 'false')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  const colors = () =>
    page
      .locator('meta[name="theme-color"]')
      .evaluateAll((metas) => new Set(metas.map((meta) => meta.getAttribute('content'))).size)
  expect(await colors()).toBe(1)
})
