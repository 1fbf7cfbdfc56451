import { test } from '#tests/support/browser.ts'
import { expectPublicPagesAccessible } from '#tests/support/public-pages.ts'

test('every public page is accessible in the dark', async ({ page }) => {
  await expectPublicPagesAccessible(page, 'dark')
})
