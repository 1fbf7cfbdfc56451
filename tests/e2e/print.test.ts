import { expect, test } from '#tests/support/browser.ts'
import { signIn } from '#tests/support/steps.ts'

test('a receipt prints at page width without the offline note', async ({ page, context }) => {
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

test('brand logos printed from the dark theme are not inverted', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/')
  const logo = page.getByRole('main').getByRole('img', { name: 'DELL', exact: true })
  await expect(logo).toHaveCSS('filter', 'invert(1)')
  await page.emulateMedia({ media: 'print' })
  await expect(logo).toHaveCSS('filter', 'none')
  // What is outside the screen would be on the previous sheet on paper.
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toHaveCount(0)
})
