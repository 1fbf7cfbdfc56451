import type { Page } from '@playwright/test'
import { expect, expectNoAxeViolations, test } from '#tests/support/browser.ts'
import { insert, tokenOf } from '#tests/support/calls.ts'
import { expectTold, newEmail, signUp, takeOther } from '#tests/support/steps.ts'

const WISHLIST = '/dashboard/mywishlist'
const form = (page: Page) => page.getByRole('dialog', { name: 'Booking Form' })
const pleasePay = (page: Page) => page.getByRole('link', { name: /^Please Pay/ })

test('Please Pay leads to the Booking Form where nothing is ordered, in this tab and in another', async ({
  page,
  context,
}) => {
  const email = newEmail()
  await signUp(page, { email })
  const { _id, name } = await takeOther(page)
  await insert(page, '/api/wishlist', { headers: await tokenOf(page, email), data: { productId: _id } })
  await page.goto(WISHLIST)
  await expect(pleasePay(page)).toHaveAttribute('href', `${WISHLIST}?order=${_id}`)

  const leave = [() => form(page).getByRole('button', { name: 'Close' }).click(), () => page.goBack()]
  for (const close of leave) {
    await pleasePay(page).press('Enter')
    await expect(page).toHaveURL(`${WISHLIST}?order=${_id}`)
    await expect(form(page).getByLabel('Product Name')).toHaveValue(name)
    await close()
    await expect(form(page)).toHaveCount(0)
    await expect(page).toHaveURL(WISHLIST)
    await expect(pleasePay(page)).toBeFocused()
  }

  await pleasePay(page).press('Enter')
  await expect(form(page)).toBeVisible()
  await page.reload()
  await expect(form(page).getByLabel('Product Name')).toHaveValue(name)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(WISHLIST)

  const other = await context.newPage()
  await other.goto(`${WISHLIST}?order=${_id}`)
  await expect(form(other).getByLabel('Product Name')).toHaveValue(name)
  await expectNoAxeViolations(other)
  await form(other).getByLabel('Phone').fill('01700000009')
  await form(other).getByLabel('Location').fill('Zindabazar, Sylhet')
  await expectTold(other, 'Booking Successfully Submitted.', () =>
    form(other).getByRole('button', { name: 'Submit' }).click(),
  )
  await expect(form(other)).toHaveCount(0)
  await expect(other).toHaveURL(WISHLIST)
  await expect(pleasePay(other)).toHaveAttribute('href', /^\/dashboard\/payment\//)
  for (const none of [_id, 'unknown']) {
    await other.goto(`${WISHLIST}?order=${none}`)
    await expect(pleasePay(other)).toBeVisible()
    await expect(other).toHaveURL(WISHLIST)
    await expect(form(other)).toHaveCount(0)
  }
})
