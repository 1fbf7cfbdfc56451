import { expect, test } from '#tests/support/browser.ts'
import { expectDone, insert, sellByCalls, signUpBuyer } from '#tests/support/calls.ts'
import { mailedPath } from '#tests/support/outbox.ts'
import { queue } from '#tests/support/reports.ts'
import { expectScreenAccessible } from '#tests/support/screens.ts'
import {
  cardOf,
  closeAsLost,
  expectTold,
  loseAnswer,
  message,
  newEmail,
  openAlive,
  signIn,
  signInByForm,
  signUp,
} from '#tests/support/steps.ts'

/* What the page says if the shop has handled a request but the response is lost. */

test('resending a new password after a lost response suggests logging in with it', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED/)
  expectConsole(/status of 400/)
  const email = newEmail()
  await signUp(page, { email })
  await page.request.post('/auth/request-password-reset', { data: { email } })
  await page.goto(await mailedPath(page, email, '/reset-password'))
  // Otherwise the session could end while the page still reads it.
  await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible()
  await page.route('**/auth/reset-password', loseAnswer, { times: 1 })
  const newPassword = 'another good password'
  await page.getByLabel('New password').fill(newPassword)
  const set = page.getByRole('button', { name: 'Set the new password' })
  await set.click()
  await expect(page.getByRole('alert')).toContainText('Clamshell cannot be reached.')
  await set.click()
  await expect(page.getByRole('alert')).toHaveText(
    'Your new password may already be set: try to log in with it.',
  )
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expectScreenAccessible(page)
  // A session of that account in this browser has ended.
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
  await signInByForm(page, email, newPassword)
  await expect(page).toHaveURL('/')
})

test('a wish retried after a lost response clears the failure toast and reports success', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED/)
  await signUp(page, { email: newEmail() })
  await openAlive(page, '/advertisedProducts')
  await page.route('**/api/wishlist', loseAnswer, { times: 1 })
  const card = page.getByRole('article').first()
  const name = await card.getByRole('heading').innerText()
  const heart = card.getByRole('button', { name: 'Add to Wishlist' })
  await heart.click()
  const unknown = page.getByRole('alert').filter({ hasText: 'Check your connection' })
  await expect(unknown).toContainText(`${name} was not saved, or the answer was lost.`)
  await expectTold(page, 'Successfully added to Wishlist.', () => heart.click())
  await expect(unknown).toHaveCount(0)
})

test('closing a dialog after a lost response refreshes the list behind it', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED/)
  await signIn(page, 'seller@clamshell.test')
  await page.goto('/dashboard/myproducts')
  const price = page.getByRole('button', { name: /^Change price/, disabled: false }).first()
  const row = price.locator('xpath=ancestor::tr')
  await price.click()
  await page.route('**/api/productprice/*', loseAnswer, { times: 1 })
  await page.getByLabel('Current Price').fill('101')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toContainText('Clamshell cannot be reached.')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(row).toContainText('$101')

  const available = page.getByRole('button', { name: /^Available/, disabled: false })
  const count = await available.count()
  await page.route('**/api/productsold/*', loseAnswer)
  for (const left of [count - 1, count - 2]) {
    await available.first().click()
    const question = page.getByRole('alertdialog')
    await question.getByRole('button', { name: 'Mark as sold' }).click()
    // Closed once after the failure, and once while the call is under way.
    if (left === count - 1)
      await expect(question.getByRole('alert')).toContainText('Clamshell cannot be reached.')
    await page.keyboard.press('Escape')
    await expect(available).toHaveCount(left)
  }
})

test('a dialog closed at the moment its response is lost refreshes the list behind it', async ({ page }) => {
  await signIn(page, 'seller@clamshell.test')
  await page.goto('/dashboard/myproducts')
  const available = page.getByRole('button', { name: /^Available/, disabled: false })
  const price = page.getByRole('button', { name: /^Change price/, disabled: false }).first()
  const row = price.locator('xpath=ancestor::tr')
  await price.click()
  const count = await available.count()
  await closeAsLost(page, 'product(sold|price)')
  await page.getByLabel('Current Price').fill('102')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('$102')
  await available.first().click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Mark as sold' }).click()
  await expect(available).toHaveCount(count - 1)
})

test('a report and a decision resent after a lost response succeed', async ({
  page,
  browser,
  shop,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED/)
  const laptop = await sellByCalls(browser, shop.url, { name: 'Reported on a bad line' })
  await signUp(page, { email: newEmail() })
  await openAlive(page, '/advertisedProducts')
  const sendTwice = async (action: string, done: string) => {
    await page.route('**/api/reports{,/*}', loseAnswer, { times: 1 })
    const send = page.getByRole('dialog').getByRole('button', { name: action })
    await send.click()
    await expect(page.getByRole('dialog').getByRole('alert')).toContainText('Clamshell cannot be reached.')
    await expectTold(page, done, () => send.click())
  }
  await cardOf(page, laptop).getByRole('button', { name: 'Report this laptop' }).click()
  await page.getByLabel('What is wrong with it?').fill('It is not the one in the picture.')
  await sendTwice('Submit', 'Thank you. An admin will look at this laptop.')

  await signIn(page, 'admin@clamshell.test')
  await page.goto('/dashboard/reporteditems')
  const row = queue(page).getByRole('row', { name: laptop.name })
  await row.getByRole('button', { name: 'Dismiss' }).click()
  await page.getByLabel('Reason').fill('The seller has shown it.')
  await sendTwice('Dismiss', `The report on ${laptop.name} was dismissed.`)
  await expect(row).toHaveCount(0)
})

test('an order retried after a lost response reports the price of the earlier order, no change', async ({
  page,
  browser,
  shop,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED/)
  const { seller, ...laptop } = await sellByCalls(browser, shop.url, {
    name: 'Ordered before it was cheaper',
  })
  const headers = await signUpBuyer(page)
  const typed = { productId: laptop._id, phone: '01700000009', location: 'Zindabazar, Sylhet' }
  await insert(page, '/api/booking', { headers, data: typed })
  const data = { currentPrice: '400' }
  await expectDone(page.request.put(`/api/productprice/${laptop._id}`, { headers: seller, data }))
  const order = cardOf(page, laptop).getByRole('button', { name: 'Place Order' })
  const form = page.getByRole('dialog', { name: 'Booking Form' })
  // A page may be a second old.
  await expect(async () => {
    await openAlive(page, '/advertisedProducts')
    await expect(cardOf(page, laptop)).toContainText('$400', { timeout: 1_000 })
  }).toPass()
  await order.click()
  await form.getByLabel('Phone').fill(typed.phone)
  await form.getByLabel('Location').fill(typed.location)
  await page.route('**/api/booking', loseAnswer, { times: 1 })
  const submit = form.getByRole('button', { name: 'Submit' })
  await submit.click()
  await expect(form.getByRole('alert')).toContainText('Clamshell cannot be reached.')
  await expectTold(page, 'That order stands, at $450;', () => submit.click())
  await expect(message(page)).not.toContainText('has changed')
})
