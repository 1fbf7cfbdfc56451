import { expect, test } from '#tests/support/browser.ts'
import { expectTold, newEmail, openAlive } from '#tests/support/steps.ts'

test('in a browser that lets no site keep anything the public pages can be used, and a guest can order', async ({
  page,
  expectConsole,
}) => {
  // The router's script that scrolls back to where one was: it says so, and does without.
  expectConsole(/Access is denied/)
  expectConsole(/^thrown: $/)
  await page.addInitScript(() => {
    const refuse = {
      get(): never {
        throw new DOMException('Access is denied for this document.', 'SecurityError')
      },
    }
    Object.defineProperties(window, { localStorage: refuse, sessionStorage: refuse })
  })
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
