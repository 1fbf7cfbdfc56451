import type { Page, Route } from '@playwright/test'
import type { Product } from '#contract/products.ts'
import { expect, test } from '#tests/support/browser.ts'
import { insert, signUpBuyer } from '#tests/support/calls.ts'
import {
  cardOf,
  describeLaptop,
  drawn,
  expectTold,
  message,
  newEmail,
  PASSWORD,
  photo,
  shareLaptop,
  signIn,
  signInByForm,
  signUp,
} from '#tests/support/steps.ts'

/* Typed text and keyboard focus when parts of the page disappear or a response is late. */

const dialog = (page: Page) => page.getByRole('dialog')
const question = (page: Page) => page.getByRole('alertdialog')

async function signOut(page: Page): Promise<void> {
  await page.goto('/')
  await page.getByRole('button', { name: /^Account of/ }).click()
  await expectTold(page, 'Sign Out Successfully.', () =>
    page.getByRole('button', { name: 'Sign out', exact: true }).click(),
  )
}

test('removing a row moves the focus to the next row, and to the heading after the last one', async ({
  page,
}) => {
  const headers = await signUpBuyer(page)
  const laptops: Product[] = await (await page.request.get('/api/products?limit=3')).json()
  for (const { _id } of laptops) await insert(page, '/api/wishlist', { headers, data: { productId: _id } })
  await page.goto('/dashboard/mywishlist')
  const bins = page.getByRole('button', { name: /^Remove / })
  await expect(bins).toHaveCount(3)
  // A key that is held down removes one.
  await bins.first().focus()
  await page.keyboard.down('Enter')
  await expect(bins).toHaveCount(2)
  await expect(bins.first()).toBeFocused()
  await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await page.keyboard.press('Enter')
  await expect(bins).toHaveCount(1)
  await expect(bins).toBeFocused()
  await bins.press('Enter')
  await expect(bins).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('a report draft survives a sign-out and sign-in', async ({ page, context }) => {
  const email = newEmail()
  await signUp(page, { email })
  const laptop = await shareLaptop(page)
  await page.goto('/advertisedProducts')
  const flag = cardOf(page, laptop).getByRole('button', { name: 'Report this laptop' })
  await flag.click()
  const begun = 'The lid is another one.'.padEnd(470, '.')
  const reason = dialog(page).getByLabel('What is wrong with it?')
  await reason.fill(begun)
  await expect(reason).toHaveAccessibleDescription(/470 of 500 characters\.$/)
  await signOut(await context.newPage())
  await expect(dialog(page).getByRole('alert')).toContainText('What you have typed is kept.')
  await expect(dialog(page).getByRole('link', { name: 'Login' })).toBeFocused()
  await page.keyboard.press('Enter')
  await signInByForm(page, email, PASSWORD)
  await flag.click()
  await expect(reason).toHaveValue(begun)
  await expect(reason).toHaveAccessibleDescription(/470 of 500 characters\.$/)
})

test('order and report drafts of one buyer are not shown to the next', async ({ page, context }) => {
  const [one, next] = [newEmail(), newEmail()]
  await signUp(page, { email: next })
  await signUp(page, { email: one })
  const laptop = await shareLaptop(page)
  await page.goto('/advertisedProducts')
  const flag = cardOf(page, laptop).getByRole('button', { name: 'Report this laptop' })
  const placeOrder = cardOf(page, laptop).getByRole('button', { name: 'Place Order' })
  await flag.click()
  await dialog(page).getByLabel('What is wrong with it?').fill('The lid is another one.')
  await page.keyboard.press('Escape')
  await placeOrder.click()
  await dialog(page).getByLabel('Phone').fill('01700000077')
  const other = await context.newPage()
  await signOut(other)
  await expect(dialog(page).getByRole('alert')).toContainText('You have been signed out.')
  // That person can still go on as a guest.
  await expect(dialog(page).getByLabel('Phone')).toHaveValue('01700000077')
  // What is typed from now on is not stored.
  await dialog(page).getByLabel('Location').fill('Where a guest is met')
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('guest')
  await other.goto('/login')
  await signInByForm(other, next, PASSWORD)
  await expect(dialog(page).getByLabel('Email')).toHaveValue(next)
  await expect(dialog(page).getByLabel('Phone')).toHaveValue('')
  await page.keyboard.press('Escape')
  await placeOrder.click()
  await expect(dialog(page).getByLabel('Phone')).toHaveValue('')
  await page.keyboard.press('Escape')
  await flag.click()
  await expect(dialog(page).getByLabel('What is wrong with it?')).toHaveValue('')
})

test('a late list refresh leaves an open decision dialog and its reason intact', async ({ page }) => {
  await signIn(page, 'admin@clamshell.test')
  await page.goto('/dashboard/reporteditems')
  const rows = page.getByRole('table', { name: 'Reported Items' }).getByRole('row')
  await expect(rows.nth(2)).toBeVisible()
  const listed = Promise.withResolvers<void>()
  await page.route('**/api/reports/*', (route) =>
    route.fulfill({ json: { acknowledged: true, modifiedCount: 1, reasonCounts: true } }),
  )
  await page.route('**/api/reports?*state=open*', async (route) => {
    await listed.promise
    const response = await route.fetch()
    await route.fulfill({ response, json: (await response.json()).slice(1) })
  })
  await rows.nth(1).getByRole('button', { name: 'Dismiss' }).click()
  await dialog(page).getByLabel('Reason').fill('The bill was shown.')
  await expectTold(page, 'was dismissed.', () =>
    dialog(page).getByRole('button', { name: 'Dismiss' }).click(),
  )
  await rows.nth(2).getByRole('button', { name: 'Take down' }).click()
  const reason = dialog(page).getByLabel('Reason')
  await reason.fill('Stolen')
  const came = page.waitForResponse(/reports\?.*state=open/)
  listed.resolve()
  await came
  await reason.press('End')
  await page.keyboard.type(', by its serial number.')
  await expect(reason).toHaveValue('Stolen, by its serial number.')
})

test('Escape stops a bulk deletion after the current person and reports how many were deleted', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/status of 409/)
  await signIn(page, 'admin@clamshell.test')
  await page.goto('/dashboard/buyers')
  const boxes = page.getByRole('row').getByRole('checkbox')
  await boxes.nth(1).check()
  await boxes.nth(2).check()
  const asked = Promise.withResolvers<void>()
  await page.route('**/api/user/*', async (route) => {
    await asked.promise
    await route.fulfill({ status: 409, json: { code: 'account-stays', detail: 'This account stays.' } })
  })
  const begin = page.getByRole('button', { name: 'Delete 2 selected' })
  await begin.click()
  await question(page).getByRole('button', { name: 'Delete' }).click()
  await expect(question(page)).toContainText('Deleting 1 of 2')
  for (let presses = 0; presses < 4; presses++) await page.keyboard.press('Escape')
  await expect(question(page)).toContainText('Stopping after 1 of 2')
  asked.resolve()
  await expect(question(page)).toContainText('0 of 2 deleted.')
  await question(page).getByRole('button', { name: 'Close' }).last().click()
  await begin.click()
  await expect(question(page)).toBeVisible()
})

test('an order or wish without acknowledgement is not reported as successful', async ({ page }) => {
  await signUp(page, { email: newEmail() })
  const laptop = await shareLaptop(page)
  await page.goto('/advertisedProducts')
  const card = cardOf(page, laptop)
  await page.route(/\/api\/(?:booking|wishlist)$/, (route) => route.fulfill({ json: {} }))
  await card.getByRole('button', { name: 'Add to Wishlist' }).click()
  await expect(page.getByRole('alert')).toContainText('We could not confirm that this worked.')
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await card.getByRole('button', { name: 'Place Order' }).click()
  await dialog(page).getByLabel('Phone').fill('01700000007')
  await dialog(page).getByLabel('Location').fill('Zindabazar, Sylhet')
  await dialog(page).getByRole('button', { name: 'Submit' }).click()
  await expect(dialog(page).getByRole('alert')).toContainText('We could not confirm that this worked.')
  await expect(dialog(page).getByLabel('Location')).toHaveValue('Zindabazar, Sylhet')
  await expect(message(page)).not.toContainText('Successfully')
})

/** Presses Add Product and goes to Blogs before the response; returns a function that releases the response. */
async function addAndGoOn(page: Page, answer: (route: Route) => Promise<void>): Promise<() => void> {
  const gone = Promise.withResolvers<void>()
  await page.route('**/api/addproducts', (route) => gone.promise.then(() => answer(route)), { times: 1 })
  await page.getByLabel('Image').setInputFiles(photo())
  await page.getByRole('button', { name: 'Add Product' }).click()
  await page.getByRole('banner').getByRole('link', { name: 'Blogs' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Blogs')
  return gone.resolve
}

test('adding a laptop after leaving the page reports its outcome without navigating', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/status of 4/)
  await signIn(page, 'seller@clamshell.test')
  await describeLaptop(page, 'Walton Tamarind')
  const detail = 'Name is required.'
  const errors = ['/name', '/phone'].map((pointer) => ({ pointer, message: 'Is required.' }))
  for (const [said, status, json] of [
    // No field of this page can be marked, so the message names the fault itself.
    ['Your laptop is not added yet. Name is required.', 400, { code: 'bad-input', detail, errors }],
    ['Your laptop is not added yet. Not now.', 409, { code: 'refused', detail: 'Not now.' }],
    ['Product Added successfully.', 201, { acknowledged: true, insertedId: 'a' }],
  ] as const) {
    const answer = await addAndGoOn(page, (route) => route.fulfill({ status, json }))
    answer()
    await expect(message(page)).toContainText(said)
    await drawn(page)
    await expect(page).toHaveURL('/blogs')
    // The description is kept until the laptop is added.
    await page.goto('/dashboard/addproducts')
  }
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('')
})

test('returning while a laptop is added blocks a second submit; success empties the form', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED/)
  await signIn(page, 'seller@clamshell.test')
  await describeLaptop(page, 'Walton Tamarind')
  const name = page.getByLabel('Name', { exact: true })
  const add = page.getByRole('button', { name: 'Add Product' })
  let pictures = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/images') pictures += 1
  })
  for (const fails of [true, false]) {
    // The picture is sent once, though the laptop is sent both times.
    const answer = await addAndGoOn(page, (route) =>
      fails ? route.abort() : route.fulfill({ status: 201, json: { acknowledged: true, insertedId: 'a' } }),
    )
    await page.goBack()
    await expect(name).toHaveValue('Walton Tamarind')
    await expect(add).toBeDisabled()
    await expect(page.getByText('This laptop is already being added.')).toBeVisible()
    await name.focus()
    answer()
    if (!fails) break
    await expect(message(page)).toContainText(
      'Your laptop is not added yet, or the answer was lost. Check your connection',
    )
    await expect(add).toBeEnabled()
    await expect(name).toBeFocused()
  }
  await expect(message(page)).toContainText('Product Added successfully.')
  await expect(name).toHaveValue('')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page).toHaveURL('/dashboard/addproducts')
  expect(pictures).toBe(1)
})

test('losing the connection as a laptop is added leaves an empty, enabled form', async ({
  page,
  context,
}) => {
  await signIn(page, 'seller@clamshell.test')
  await describeLaptop(page, 'Walton Tamarind')
  await page.getByLabel('Image').setInputFiles(photo())
  await page.route('**/api/addproducts', async (route) => {
    await context.setOffline(true)
    await route.fulfill({ status: 201, json: { acknowledged: true, insertedId: 'a' } })
  })
  const add = page.getByRole('button', { name: 'Add Product' })
  await expectTold(page, 'Product Added successfully.', () => add.click())
  await expect(message(page)).toContainText('cannot be loaded while you are offline')
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('')
  await expect(add).toBeEnabled()
})
