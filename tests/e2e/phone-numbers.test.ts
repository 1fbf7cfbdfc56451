import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/browser.ts'
import { newEmail, openAlive } from '#tests/support/steps.ts'

/* Phone numbers as people store and type them, in a number field. */

const form = (page: Page) => page.getByRole('dialog')
const phone = (page: Page) => form(page).getByLabel('Phone')

test.beforeEach(async ({ page }) => {
  await openAlive(page, '/brand/walton')
  await page.getByRole('article').first().getByRole('button', { name: 'Place Order' }).click()
})

test('a phone number is accepted pasted or typed, with separators and in any script', async ({ page }) => {
  for (const kept of [
    '01712-345 678',
    '٠١٧١٢ ٣٤٥٦٧٨',
    '۰۱۷۱۲۳۴۵۶۷۸',
    '০১৭১২-৩৪৫৬৭৮',
    '０１７１２３４５６７８',
  ]) {
    await phone(page).evaluate((input, text) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text', text)
      input.focus()
      input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }, kept)
    await expect(phone(page), kept).toHaveValue('01712345678')
    await phone(page).clear()
  }
  await phone(page).pressSequentially('+(01712)-345/678 ')
  await expect(phone(page)).toHaveValue('01712345678')
  await phone(page).clear()
  // Bengali digits together with Latin ones.
  await phone(page).pressSequentially('০১৭১২৩৪5678')
  await expect(phone(page)).toHaveValue('01712345678')
})

test('a phone number with a dot is refused with a message about phone numbers', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/status of 400/)
  await form(page).getByLabel('Your Name').fill('Ada Lovelace')
  await form(page).getByLabel('Email').fill(newEmail())
  await form(page).getByLabel('Location').fill('Zindabazar, Sylhet')
  await phone(page).pressSequentially('01711.5')
  await form(page).getByRole('button', { name: 'Submit' }).click()
  await expect(form(page).getByText('Please type a phone number of 5 to 15 digits.').first()).toBeVisible()
})

test('the arrow keys and the mouse wheel do not change a phone number', async ({ page }) => {
  await phone(page).fill('01712345678')
  await phone(page).press('ArrowUp')
  await expect(phone(page)).toHaveValue('01712345678')
  await phone(page).hover()
  await page.mouse.wheel(0, 100)
  // A number field changes by the wheel only while it has the focus.
  await expect(phone(page)).not.toBeFocused()
  await expect(phone(page)).toHaveValue('01712345678')
})
