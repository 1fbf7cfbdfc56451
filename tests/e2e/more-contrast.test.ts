import { findFaintWords } from '#tests/support/axe.ts'
import { expect, test } from '#tests/support/browser.ts'
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
}
