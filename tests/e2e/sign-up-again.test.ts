import type { Route } from '@playwright/test'
import { expect, test } from '#tests/support/browser.ts'
import { expectTold, newEmail, PASSWORD, sendSignUp } from '#tests/support/steps.ts'

/* What comes of a sign-up that is sent again because the answer was lost. */

/** The shop does it, and its answer does not arrive. */
async function loseAnswer(route: Route): Promise<void> {
  await route.fetch()
  await route.abort()
}

test('who signs up again after a lost answer gets into the account that was made, by its password only', async ({
  page,
  context,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED|status of 4/)
  await page.route('**/auth/sign-up/email', loseAnswer, { times: 1 })
  await sendSignUp(page, { email: newEmail(), userType: 'seller' })
  const refused = page.getByRole('alert')
  await expect(refused).toContainText('Your account was not made. Clamshell cannot be reached.')
  // It was lost with the answer.
  await context.clearCookies()
  const again = page.getByRole('button', { name: 'Sign Up' })
  await page.getByLabel('Password').fill('another good password')
  await again.click()
  await expect(refused).toContainText('Your account was not made. User already exists.')
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/has an account/)
  await page.getByLabel('Password').fill(PASSWORD)
  await expectTold(page, 'User Created Successfully.', () => again.click())
  await expect(page).toHaveURL('/')
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/dashboard/mybuyers')
})
