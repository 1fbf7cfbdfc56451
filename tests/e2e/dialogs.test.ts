import { expect, test } from '#tests/support/browser.ts'
import { coveredOf } from '#tests/support/screens.ts'
import { fakeOrder, holdBack, resize } from '#tests/support/steps.ts'

test.beforeEach(async ({ page }) => {
  await page.goto('/advertisedProducts')
  await page.getByRole('button', { name: 'Place Order' }).first().click()
})

test('a text selection dragged beyond a dialog leaves it open; a click outside closes it', async ({
  page,
}) => {
  const form = page.getByRole('dialog', { name: 'Booking Form' })
  const location = form.getByLabel('Location')
  await location.fill('Zindabazar, Sylhet')
  await location.hover()
  await page.mouse.down()
  await page.mouse.move(4, 4)
  await page.mouse.up()
  await expect(location).toHaveValue('Zindabazar, Sylhet')
  await page.mouse.click(4, 4)
  await expect(form).toBeHidden()
})

test('the Booking Form restores the input of a guest per laptop until navigation', async ({ page }) => {
  const form = page.getByRole('dialog', { name: 'Booking Form' })
  const open = (n: number) => page.getByRole('button', { name: 'Place Order' }).nth(n).click()
  const typed = ['Your Name', 'Email', 'Phone', 'Location'].map((label) => form.getByLabel(label))
  const texts = ['Ada Lovelace', 'ada@example.com', '01700000009', 'Zindabazar, Sylhet']
  const expectTyped = (expected: readonly string[]) =>
    expect.poll(() => Promise.all(typed.map((field) => field.inputValue()))).toEqual(expected)
  for (const [i, field] of typed.entries()) await field.fill(texts[i] ?? '')
  await page.keyboard.press('Escape')
  await open(0)
  await expectTyped(texts)
  await page.mouse.click(4, 4)
  await open(1)
  await expectTyped(['', '', '', ''])
  await page.keyboard.press('Escape')
  await open(0)
  await expectTyped(texts)
  await page.keyboard.press('Escape')
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain(
    'Ada',
  )
  await page.getByRole('banner').getByRole('link', { name: 'HP', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('HP')
  await page.getByRole('banner').getByRole('link', { name: 'Ads Products' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Advertised Products: \d+$/)
  await open(0)
  await expectTyped(['', '', '', ''])
})

test('on a phone, the heading and close button of the Booking Form stay clear of its fields', async ({
  page,
}) => {
  const form = page.getByRole('dialog', { name: 'Booking Form' })
  await expect(form).toBeVisible()
  await resize(page, { width: 360, height: 640 })
  const [first, last] = [form.getByLabel('Your Name'), form.getByLabel('Location')]
  for (const field of [last, first]) {
    await field.focus()
    await expect(form.getByRole('heading')).toBeInViewport({ ratio: 1 })
    await expect(form.getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 1 })
    await expect(field).toBeInViewport({ ratio: 1 })
    expect(await coveredOf(field)).toBe(0)
  }
  await form.getByRole('button', { name: 'Close' }).click()
  await expect(form).toBeHidden()
})

test('the Description region shows a focus outline when reached by keyboard', async ({ page }) => {
  const description = page.getByRole('region', { name: 'Description' })
  await expect(description).toBeVisible()
  for (let presses = 0; presses < 12; presses++) {
    await page.keyboard.press('Shift+Tab')
    if (await description.evaluate((element) => element === document.activeElement)) break
  }
  await expect(description).toBeFocused()
  await expect(description).toHaveCSS('outline-style', 'solid')
})

test('a double click on the busy Submit button keeps its focus and selects nothing', async ({ page }) => {
  const form = page.getByRole('dialog', { name: 'Booking Form' })
  await form.getByLabel('Your Name').fill('Ada Lovelace')
  await form.getByLabel('Email').fill('ada@example.com')
  await form.getByLabel('Phone').fill('01700000009')
  await form.getByLabel('Location').fill('Zindabazar, Sylhet')
  await fakeOrder(page)
  const letGo = await holdBack(page, '**/api/booking')
  const submit = form.getByRole('button', { name: 'Submit' })
  await submit.click()
  await expect(submit).toHaveAttribute('aria-disabled', 'true')
  const place = await submit.boundingBox()
  if (!place) throw new Error('The button is there.')
  await page.mouse.dblclick(place.x + place.width / 2, place.y + place.height / 2)
  await expect(submit).toBeFocused()
  expect(await page.evaluate(() => String(getSelection()))).toBe('')
  letGo()
  await expect(form).toBeHidden()
})
