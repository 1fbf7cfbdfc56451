import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/browser.ts'
import { mailedPath } from '#tests/support/outbox.ts'
import { expectScreenAccessible } from '#tests/support/screens.ts'
import { expectTold, newEmail, signUp } from '#tests/support/steps.ts'

/* What a page that stood meanwhile says of an e-mail address that was confirmed in another tab. */

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const sendAgain = (page: Page) => page.getByRole('button', { name: 'Send the mail again' })
const lookAgain = (page: Page) => page.evaluate(() => dispatchEvent(new Event('focus')))
/** The browsers of tests keep no pages: what one hears that is kept, and comes back. */
const goBackTo = (page: Page) =>
  page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))

/** Opens a page for somebody new, whose address is confirmed in another tab once it is answered. */
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

test('who asks for the mail once the address is confirmed is told that it is, and asked no more', async ({
  page,
}) => {
  const confirm = await openUnconfirmed(page, '/dashboard/myorders')
  await confirm()
  await expect(sendAgain(page)).toBeVisible()
  await expectTold(page, 'Your e-mail address is confirmed already.', () => sendAgain(page).press('Enter'))
  await expect(page.getByText('is not confirmed yet')).toHaveCount(0)
  await expect(page.locator('#page')).toBeFocused()
  await expect(heading(page)).toHaveText('My Orders: 0')
  await expectScreenAccessible(page)
})

test('who comes back to a page is asked no more to confirm what is confirmed, and keeps what they typed', async ({
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
  await lookAgain(page)
  await expect(page.getByText('Confirmed', { exact: true })).toBeVisible()
  await expect(sendAgain(page)).toHaveCount(0)
  await expect(password).toHaveValue('what they typed')
})
