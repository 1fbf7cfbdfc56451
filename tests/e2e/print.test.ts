import { expect, test } from '#tests/support/browser.ts'
import { signIn } from '#tests/support/steps.ts'

test('a receipt has the width of a wide sheet, and nothing of a lost connection on it', async ({
  page,
  context,
}) => {
  await signIn(page, 'buyer@clamshell.test')
  await page.goto('/dashboard/myorders')
  await page
    .getByRole('link', { name: /^Receipt for/ })
    .first()
    .click()
  const heading = page.getByRole('heading', { name: /^Receipt for/ })
  await expect(heading).toBeVisible()
  await context.setOffline(true)
  const note = page.getByText('You are offline.')
  await expect(note).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(note).toBeHidden()
  expect((await heading.boundingBox())?.width).toBeGreaterThan(500)
})
