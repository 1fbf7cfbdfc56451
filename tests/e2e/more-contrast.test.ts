import { findFaintWords } from '#tests/support/axe.ts'
import { expect, test } from '#tests/support/browser.ts'
import { contrastOf } from '#tests/support/colors.ts'
import { signIn } from '#tests/support/steps.ts'

const SCREENS = ['/', '/advertisedProducts', '/blogs', '/signup', '/dashboard/myorders', '/dashboard/account']

const THEMES = ['light', 'dark'] as const

test('with more contrast preferred, all text meets enhanced contrast in both themes', async ({ page }) => {
  await signIn(page, 'buyer@clamshell.test')
  for (const path of SCREENS) {
    await page.goto(path)
    await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible()
    await expect(page.getByRole('main').locator('.skeleton')).toHaveCount(0)
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme, contrast: 'more', reducedMotion: 'reduce' })
      // On a busy machine an early look still finds some of the previous colours.
      await expect.poll(() => findFaintWords(page), { message: `${path}, ${colorScheme}` }).toEqual([])
    }
  }
})

/** A checkbox has a colour transition, and on a busy machine an early look still finds its previous colour. */
const expectClear = (look: () => Promise<number>, colorScheme: string) =>
  expect.poll(look, { message: colorScheme }).toBeGreaterThan(4.5)

test('with more contrast preferred, selected controls and the current link exceed 4.5:1', async ({
  page,
}) => {
  await page.goto('/blogs')
  const here = page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'Blogs' })
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme, contrast: 'more' })
    await expectClear(() => contrastOf(here, 'background-color', '::after'), colorScheme)
  }
  await page.goto('/signup')
  const accepted = page.getByRole('checkbox')
  await accepted.check()
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme, contrast: 'more' })
    const chosen = page.getByRole('radio', { name: 'Buyer' })
    await expectClear(() => contrastOf(chosen, 'color'), colorScheme)
    await expectClear(() => contrastOf(accepted, 'background-color'), colorScheme)
  }
  await expect(accepted).toBeChecked()
})
