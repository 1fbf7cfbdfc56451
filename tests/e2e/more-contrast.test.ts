import { findFaintWords } from '#tests/support/axe.ts'
import { expect, test } from '#tests/support/browser.ts'
import { contrastOf } from '#tests/support/colors.ts'
import { signIn } from '#tests/support/steps.ts'

const SCREENS = ['/', '/advertisedProducts', '/blogs', '/signup', '/dashboard/myorders', '/dashboard/account']

for (const colorScheme of ['light', 'dark'] as const) {
  test(`whoever asks their system for more contrast has no faint words, where it is ${colorScheme}`, async ({
    page,
  }) => {
    await signIn(page, 'buyer@clamshell.test')
    await page.emulateMedia({ colorScheme, contrast: 'more', reducedMotion: 'reduce' })
    for (const path of SCREENS) {
      await page.goto(path)
      await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible()
      await expect(page.getByRole('main').locator('.skeleton')).toHaveCount(0)
      expect(await findFaintWords(page), path).toEqual([])
    }
  })

  test(`… nor is it fainter to them what is chosen, and where they are, where it is ${colorScheme}`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme, contrast: 'more' })
    await page.goto('/blogs')
    const here = page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'Blogs' })
    expect(await contrastOf(here, 'background-color', '::after')).toBeGreaterThan(4.5)
    await page.goto('/signup')
    expect(await contrastOf(page.getByRole('radio', { name: 'Buyer' }), 'color')).toBeGreaterThan(4.5)
    await page.getByRole('checkbox').check()
    // Its colour comes by and by.
    await expect.poll(() => contrastOf(page.getByRole('checkbox'), 'background-color')).toBeGreaterThan(4.5)
    await expect(page.getByRole('checkbox')).toBeChecked()
  })
}
