import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/browser.ts'
import { mailedPath } from '#tests/support/outbox.ts'
import { expectScreenAccessible } from '#tests/support/screens.ts'
import { comeBack, expectTold, newEmail, signIn, signUp } from '#tests/support/steps.ts'

/* What an open page says about an e-mail address that has since been confirmed in another tab. */

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const sendAgain = (page: Page) => page.getByRole('button', { name: 'Send the e-mail again' })
/** The test browsers have no back/forward cache: this is the event of a page that comes back from it. */
const goBackTo = (page: Page) =>
  page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))

/** Opens a page for a new person; the function that it resolves with confirms their address in another tab. */
async function openUnconfirmed(page: Page, path: string): Promise<() => Promise<void>> {
  const email = newEmail()
  await signUp(page, { email })
  await page.goto(path)
  await expect(sendAgain(page)).toBeVisible()
  return async () => {
    const tab = await page.context().newPage()
    await tab.goto(await mailedPath(page, email, '/confirm-email'))
    await expect(tab.getByText(`${email} is confirmed.`)).toBeVisible()
    await tab.close()
  }
}

test('requesting the mail for a confirmed address reports it as confirmed and removes the note', async ({
  page,
}) => {
  const confirm = await openUnconfirmed(page, '/dashboard/myorders')
  await confirm()
  await expect(sendAgain(page)).toBeVisible()
  await expectTold(page, 'Your e-mail address is already confirmed.', () => sendAgain(page).press('Enter'))
  await expect(page.getByText('is not confirmed yet')).toHaveCount(0)
  await expect(page.locator('#page')).toBeFocused()
  await expect(heading(page)).toHaveText('My Orders: 0')
  await expectScreenAccessible(page)
})

test('on return, a page drops the note for a confirmed address and keeps the input', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED/)
  const confirm = await openUnconfirmed(page, '/dashboard/account')
  const password = page.getByLabel('Current password')
  await password.fill('what they typed')
  await confirm()
  await page.route('**/api/user?*', (route) => route.abort(), { times: 1 })
  await Promise.all([page.waitForEvent('requestfailed'), goBackTo(page)])
  await comeBack(page)
  await expect(page.getByText('Confirmed', { exact: true })).toBeVisible()
  await expect(sendAgain(page)).toHaveCount(0)
  await expect(password).toHaveValue('what they typed')
})

test('an expired confirmation link confirms nothing and offers to sign out for another account', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/status of 400/)
  await signIn(page, 'buyer@clamshell.test')
  await page.goto('/confirm-email?token=too-old')
  await expect(page.getByRole('alert')).toHaveText('This link is too old, or incomplete.')
  const main = page.getByRole('main')
  await expect(main).toContainText('signed in as buyer@clamshell.test, which is already confirmed')
  await expect(main).not.toContainText('Thank you')
  await expectScreenAccessible(page)
  await main.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/login?next=%2Fdashboard%2Faccount')
  await expect(heading(page)).toHaveText('Login')
})

test('an incomplete confirmation link says how to get another', async ({ page }) => {
  await page.goto('/confirm-email')
  const main = page.getByRole('main')
  const why = 'This link is incomplete. Please open it from the e-mail again.'
  await expect(main.getByRole('alert')).toHaveText(why)
  await expectScreenAccessible(page)
  await main.getByRole('link', { name: 'My Account' }).click()
  await expect(page).toHaveURL('/login?next=%2Fdashboard%2Faccount')

  await signIn(page, 'buyer@clamshell.test')
  await page.goto('/confirm-email')
  await expect(main.getByRole('alert')).toHaveText(why)
  await expect(main).toContainText('signed in as buyer@clamshell.test, which is already confirmed')
  await expect(main.getByRole('link', { name: 'Dashboard' })).toBeVisible()
})
