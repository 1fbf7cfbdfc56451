import { expect, expectNoAxeViolations, test } from '#tests/support/browser.ts'
import { cardOf, expectTold, newEmail, signIn, takeLaptop } from '#tests/support/steps.ts'

test('a guest orders with name and e-mail; closing the form returns the focus', async ({ page }) => {
  const laptop = await takeLaptop(page)
  await page.goto('/advertisedProducts')
  const button = cardOf(page, laptop).getByRole('button', { name: 'Place Order' })
  await button.click()
  const form = page.getByRole('dialog', { name: 'Booking Form' })
  await expect(form.getByLabel('Product Name')).toHaveValue(laptop.name)
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()
  await expect(button).toBeFocused()
  await button.click()
  await form.getByLabel('Your Name').fill('Grace Hopper')
  await form.getByLabel('Email').fill(newEmail())
  await form.getByPlaceholder('Your Phone Number').fill('01700000008')
  await form.getByPlaceholder('Meeting Location').fill('IDB Bhaban, Agargaon')
  await expectTold(page, 'Booking Successfully Submitted.', () =>
    form.getByRole('button', { name: 'Submit' }).click(),
  )
})

test('the account menu shows who is signed in, and signs out', async ({ page }) => {
  await signIn(page, 'buyer@clamshell.test')
  await page.goto('/')
  await page.getByRole('button', { name: /^Account of/ }).click()
  const menu = page.locator('#account')
  await expect(menu).toContainText('buyer@clamshell.test')
  await expect(menu.getByRole('link', { name: 'My Orders' })).toBeVisible()
  await expectNoAxeViolations(page)
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toMatch(/^ey/)
  await expectTold(page, 'Sign Out Successfully.', () =>
    menu.getByRole('button', { name: 'Sign out' }).click(),
  )
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBe(null)
  await page.goto('/dashboard/myorders')
  await expect(page).toHaveURL(/\/login/)
})

test('an order is deleted after the specified question', async ({ page }) => {
  await signIn(page, 'buyer@clamshell.test')
  await page.goto('/dashboard/myorders')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/My Orders: \d+/)
  const rows = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'Pay' }) })
  const before = await rows.count()
  await rows
    .first()
    .getByRole('button', { name: /delete/i })
    .click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Are you sure want to Delete the Order?')
  await expectNoAxeViolations(page)
  await question.getByRole('button', { name: /delete|yes|ok/i }).click()
  await expect(rows).toHaveCount(before - 1)
})
