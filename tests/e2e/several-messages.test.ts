import { expect, test } from '#tests/support/browser.ts'
import { failures, hearts, openWithoutWishes } from '#tests/support/messages.ts'
import { fakeOrder, holdBack, message } from '#tests/support/steps.ts'

/* Several toasts in the corner, and toasts behind a dialog. */

test('Escape dismisses the newest toast, unless it closes a dialog, menu or input method', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED/)
  await openWithoutWishes(page)
  await hearts(page).nth(0).press('Enter')
  await hearts(page).nth(1).press('Enter')
  await expect(failures(page)).toHaveCount(2)
  const first = await failures(page).first().innerText()
  await page.getByRole('button', { name: 'Place Order' }).first().press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(failures(page)).toHaveCount(2)
  await page.getByRole('button', { name: /^Account of/ }).press('Enter')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Sign out', exact: true })).toBeHidden()
  await expect(failures(page)).toHaveCount(2)
  await hearts(page).nth(1).dispatchEvent('keydown', { key: 'Escape', isComposing: true })
  await expect(failures(page)).toHaveCount(2)
  await hearts(page).nth(1).focus()
  await page.keyboard.press('Escape')
  await expect(failures(page)).toHaveText([first])
  await expect(hearts(page).nth(1)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(failures(page)).toHaveCount(0)
})

test('dismissing a toast returns the focus to where it was', async ({ page, expectConsole }) => {
  expectConsole(/ERR_FAILED/)
  await openWithoutWishes(page)
  await hearts(page).nth(2).press('Enter')
  await message(page).getByRole('button', { name: 'Dismiss' }).click()
  await expect(failures(page)).toHaveCount(0)
  await expect(hearts(page).nth(2)).toBeFocused()

  for (const n of [0, 1]) await hearts(page).nth(n).press('Enter')
  await expect(failures(page)).toHaveCount(2)
  // The focus goes over another toast.
  for (const dismiss of await message(page).getByRole('button', { name: 'Dismiss' }).all())
    await dismiss.focus()
  await page.keyboard.press('Enter')
  await expect(failures(page)).toHaveCount(1)
  await expect(hearts(page).nth(1)).toBeFocused()
})

test('beyond three toasts the oldest is dropped, successes first, and none is repeated', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED/)
  await openWithoutWishes(page)
  const save = (n: number) => hearts(page).nth(n).press('Enter')
  const isSaved = (n: number) =>
    expect(hearts(page).nth(n)).toHaveAccessibleDescription('It is on your wishlist.')
  await save(0)
  await expect(failures(page)).toHaveCount(1)
  const oldest = await failures(page).innerText()
  await page.unroute('**/api/wishlist')
  for (const n of [1, 2]) {
    await save(n)
    await isSaved(n)
  }
  const success = message(page).getByText('Successfully added to Wishlist.')
  await expect(success).toHaveCount(1)
  await page.route('**/api/wishlist', (route) => route.abort())
  for (const n of [3, 4]) await save(n)
  await expect(failures(page)).toHaveCount(3)
  await expect(success).toHaveCount(0)
  await expect(failures(page).first()).toHaveText(oldest)
  await save(5)
  await expect(failures(page).first()).not.toHaveText(oldest)
  await expect(failures(page)).toHaveCount(3)
})

test('a toast that the focus or the pointer is on is neither dropped nor replaced', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED/)
  await openWithoutWishes(page)
  const letFail = Promise.withResolvers<void>()
  let calls = 0
  await page.route('**/api/wishlist', async (route) => {
    calls += 1
    if (calls === 4) await letFail.promise
    await (calls === 1 || calls === 4 ? route.abort() : route.continue())
  })
  await hearts(page).nth(0).press('Enter')
  await expect(failures(page)).toHaveCount(1)
  const older = await failures(page).innerText()
  await hearts(page).nth(1).press('Enter')
  const success = message(page).getByText('Successfully added to Wishlist.')
  const dismiss = message(page).getByRole('button', { name: 'Dismiss' }).first()
  await expect(success).toHaveCount(1)
  await dismiss.focus()
  // As answers that come late.
  await hearts(page).nth(2).dispatchEvent('click')
  await expect(success).toHaveCount(2)
  await expect(dismiss).toBeFocused()
  await hearts(page).nth(3).dispatchEvent('click')
  await success.last().hover()
  letFail.resolve()
  await expect(failures(page)).not.toHaveText(older)
  await expect(failures(page)).toHaveCount(1)
  await expect(success).toHaveCount(2)
  await expect(dismiss).toBeFocused()
})

test('both toasts of a booking are shown when two others are there', async ({ page, expectConsole }) => {
  expectConsole(/ERR_FAILED/)
  await openWithoutWishes(page)
  for (const n of [0, 1]) await hearts(page).nth(n).press('Enter')
  await expect(failures(page)).toHaveCount(2)
  const newer = await failures(page).last().innerText()
  await page.getByRole('button', { name: 'Place Order' }).first().press('Enter')
  await fakeOrder(page)
  await page.getByLabel('Phone').fill('01700000009')
  await page.getByLabel('Location').fill('Multiplan Center')
  await page.keyboard.press('Enter')
  await expect(message(page).getByText('See your orders')).toBeVisible()
  await expect(message(page).getByText('Booking Successfully Submitted.')).toBeVisible()
  await expect(failures(page)).toHaveText([newer])
})

test('a toast raised behind a dialog also waits when another dialog opens at once', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED/)
  await page.clock.install()
  await openWithoutWishes(page)
  await page.clock.pauseAt(Date.now() + 60_000)
  const letFail = await holdBack(page, '**/api/wishlist')
  await hearts(page).first().press('Enter')
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Place Order' }).first().press('Enter')
  await expect(dialog).toBeVisible()
  const failed = page.waitForEvent('requestfailed')
  letFail()
  await failed
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeVisible()
  await page.clock.runFor(1000)
  await expect(failures(page)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.clock.runFor(1000)
  await expect(failures(page)).toHaveCount(1)
})
