import { expect, test } from '#tests/support/browser.ts'
import { holdBack, openAlive } from '#tests/support/steps.ts'

/* What is typed before the page is alive. */

test('the e-mail that a page brings to Login does not take the place of one that is typed before it is alive', async ({
  page,
}) => {
  await openAlive(page, '/signup')
  const email = page.getByLabel('Email')
  await email.fill('brought@example.com')
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Login')
  await expect(email).toHaveValue('brought@example.com')
  const comeAlive = await holdBack(page, '**/*.js')
  await page.reload({ waitUntil: 'commit' })
  await email.fill('typed@example.com')
  const found = page.waitForResponse('**/auth/get-session**')
  comeAlive()
  await (await found).finished()
  await expect(page.getByRole('main').getByRole('button', { name: 'Login', exact: true })).toBeEnabled()
  await expect(email).toBeFocused()
  await expect(email).toHaveValue('typed@example.com')
})
