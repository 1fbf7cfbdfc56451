import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/browser.ts'
import { expectTold, newEmail, openAlive, signInByForm } from '#tests/support/steps.ts'

/** Like a browser that lets no site store anything. */
function refuseStorage(): void {
  const refuse = {
    get(): never {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    },
  }
  Object.defineProperties(window, { localStorage: refuse, sessionStorage: refuse })
}

/** Like a browser whose storage is full. */
function refuseMore(): void {
  Storage.prototype.setItem = () => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  }
}

test('with storage blocked, public pages work and a guest can order', async ({ page, expectConsole }) => {
  // The router's script for restoring the scroll position: it logs this, and does without.
  expectConsole(/Access is denied/)
  expectConsole(/^thrown: $/)
  await page.addInitScript(refuseStorage)
  await openAlive(page, '/')
  await page.getByRole('banner').getByRole('link', { name: 'HP', exact: true }).click()
  await expect(page).toHaveURL('/brand/hp')
  await page.getByRole('button', { name: 'Place Order' }).first().click()
  const form = page.getByRole('dialog', { name: 'Booking Form' })
  await form.getByLabel('Your Name').fill('Ada Lovelace')
  await form.getByLabel('Email').fill(newEmail())
  await form.getByLabel('Phone').fill('01700000009')
  await form.getByLabel('Location').fill('Zindabazar, Sylhet')
  await expectTold(page, 'Booking Successfully Submitted.', () =>
    form.getByRole('button', { name: 'Submit' }).click(),
  )
  const toggle = page.getByRole('button', { name: 'Dark theme' })
  await expect(toggle).toHaveAttribute('aria-pressed', 'false')
  await toggle.click()
  await expect(toggle).toHaveAttribute('aria-pressed', 'true')
})

const account = (page: Page) => page.getByRole('button', { name: /^Account of/ })

for (const [kind, refuse, written] of [
  ['storage blocked', refuseStorage, [/Access is denied/, /^thrown: $/]],
  ['storage full', refuseMore, []],
] as const)
  test(`with ${kind}, sign-in works and a sign-out in another tab takes effect`, async ({
    page,
    context,
    expectConsole,
  }) => {
    for (const pattern of [...written, /status of 401/]) expectConsole(pattern)
    await context.addInitScript(refuse)
    await openAlive(page, '/login')
    await signInByForm(page, 'buyer@clamshell.test')
    await expect(account(page)).toBeVisible()
    await page.goto('/dashboard/myorders')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/My Orders: \d+/)

    const other = await context.newPage()
    await other.goto('/')
    await account(other).click()
    await expectTold(other, 'Sign Out Successfully.', () =>
      other.getByRole('button', { name: 'Sign out', exact: true }).click(),
    )
    await expect(account(other)).toHaveCount(0)
    // The page notices with its next call.
    await page.getByRole('link', { name: 'My Wishlist' }).click()
    await expect(page).toHaveURL('/login?next=%2Fdashboard%2Fmywishlist')
    await expect(account(page)).toHaveCount(0)
  })
