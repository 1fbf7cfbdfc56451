import type { Page } from '@playwright/test'
import { BOOST_DAYS } from '#contract/limits.ts'
import { expect, test } from '#tests/support/browser.ts'
import { expectMail, mailTo } from '#tests/support/outbox.ts'
import { expectScreenAccessible } from '#tests/support/screens.ts'
import {
  cardOf,
  describeLaptop,
  drawn,
  expectTold,
  holdBack,
  message,
  newEmail,
  orderByForm,
  photo,
  signIn,
  signInByForm,
  signUp,
} from '#tests/support/steps.ts'

let count = 0
const newName = () => `Walton Tamarind ${process.pid}-${++count}`
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const rowOf = (page: Page, name: string) => page.getByRole('row', { name })
const countIn = async (page: Page) => {
  await expect(heading(page)).toHaveText(/: \d+$/)
  return Number(/\d+$/.exec(await heading(page).innerText())?.[0])
}

async function fillIn(page: Page, name: string): Promise<void> {
  await describeLaptop(page, name)
  await page.getByLabel('Image').setInputFiles(photo())
}
const add = (page: Page) => page.getByRole('button', { name: 'Add Product' }).click()

/** Confirms a dialog of the shop with the action that it names. */
async function confirm(page: Page, question: string, action: string): Promise<void> {
  const dialog = page.getByRole('alertdialog', { name: question })
  await dialog.getByRole('button', { name: action }).click()
  await expect(dialog).toBeHidden()
}

async function remove(page: Page, name: string, asked = name): Promise<void> {
  await rowOf(page, name)
    .getByRole('button', { name: `Delete ${name}` })
    .press('Enter')
  await expect(page.getByRole('alertdialog')).toContainText(asked)
  await confirm(page, 'Are you sure want to Delete the Product?', 'Delete')
  await expect(rowOf(page, name)).toHaveCount(0)
}

test('a seller adds and boosts a laptop, finds its buyer, and deletes it', async ({
  page,
  browser,
  shop,
}) => {
  const name = newName()
  const laptop = { _id: '', name, currentPrice: 449.5 }
  await signIn(page, 'seller@clamshell.test')
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/dashboard/mybuyers')
  await page.goto('/dashboard/myproducts')
  const before = await countIn(page)

  await fillIn(page, name)
  await expect(heading(page)).toHaveText('Add Products')
  await expect(page.getByAltText('The one you chose')).toBeVisible()
  await expect(page.getByText('25 of 2000 characters')).toBeVisible()
  await expectTold(page, 'Product Added successfully.', () => add(page))
  await expect(page).toHaveURL('/dashboard/myproducts')
  await expect(heading(page)).toHaveText(`My Products: ${before + 1}`)
  await expect(rowOf(page, name)).toContainText(/WALTON.*\$449\.50.*Available/s)
  await rowOf(page, name).getByText('Description').click()
  await expect(rowOf(page, name).getByText('Light wear, battery 81 %.')).toBeVisible()
  await expectScreenAccessible(page)

  await rowOf(page, name)
    .getByRole('button', { name: `Boost ${name}` })
    .click()
  await expect(page.getByRole('alertdialog', { name: 'Boost the Product?' })).toContainText(
    `$449.50. It will be advertised for ${BOOST_DAYS} days; this cannot be ended early.`,
  )
  await expectScreenAccessible(page)
  await confirm(page, 'Boost the Product?', 'Boost')
  await expect(rowOf(page, name)).toContainText(/Boosted.*until/s)
  await expect(rowOf(page, name)).toBeFocused()

  const context = await browser.newContext({ baseURL: shop.url })
  const buyers = await context.newPage()
  const email = newEmail()
  await signUp(buyers, { email, name: 'Grace Hopper' })
  await expect(async () => {
    await buyers.goto('/brand/walton')
    await expect(cardOf(buyers, laptop)).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await orderByForm(buyers, laptop)

  await page.goto('/dashboard/mybuyers')
  const everybody = await countIn(page)
  expect(everybody).toBeGreaterThan(1)
  await page.getByRole('searchbox', { name: 'Search for users' }).fill(email.toUpperCase())
  await expect(heading(page)).toHaveText('My Buyers: 1')
  await expect(rowOf(page, 'Grace Hopper')).toContainText(email)
  await expect(rowOf(page, 'Grace Hopper')).toContainText(name)
  await expect(rowOf(page, 'Grace Hopper')).toContainText('01700000009')
  await page.getByPlaceholder('Search for users').fill('nobody of that name')
  await expect(heading(page)).toHaveText('My Buyers: 0')
  await expect(page.getByText('Nothing here matches “nobody of that name”.')).toBeVisible()
  await page.getByPlaceholder('Search for users').fill('')
  await expect(heading(page)).toHaveText(`My Buyers: ${everybody}`)

  await page.goto('/dashboard/myproducts')
  await remove(page, name, '1 person has ordered it. They can no longer pay; we will e-mail them.')
  await expect(heading(page)).toHaveText(`My Products: ${before}`)
  await buyers.goto('/dashboard/myorders')
  await expect(rowOf(buyers, name)).toContainText('No longer available')
  await expectMail(buyers, mailTo(buyers, email, `${name} is no longer for sale`))
  await context.close()
  await page.goto('/dashboard/mybuyers')
  await expect(rowOf(page, name)).toContainText('No longer on sale')
})

test('marking a laptop as sold takes it off the lists; marking it as available puts it back', async ({
  page,
}) => {
  const name = newName()
  await signIn(page, 'seller@clamshell.test')
  await fillIn(page, name)
  await expectTold(page, 'Product Added successfully.', () => add(page))
  const isListed = async () =>
    (await (await page.request.get('/api/products?limit=100')).json()).some(
      (laptop: { name: string }) => laptop.name === name,
    )
  expect(await isListed()).toBe(true)

  await page.getByRole('button', { name: `Available: ${name}` }).click()
  const told = expect(message(page)).toContainText('Successfully status changed')
  await confirm(page, 'Mark this laptop as sold?', 'Mark as sold')
  await told
  const sold = page.getByRole('button', { name: `Sold: ${name}` })
  // Where the focus was before the dialog.
  await expect(sold).toBeFocused()
  const boost = page.getByRole('button', { name: `Boost ${name}` })
  await expect(boost).toBeDisabled()
  await expect(boost).toHaveAccessibleDescription('A sold laptop is not advertised.')
  expect(await isListed()).toBe(false)

  await sold.press('Enter')
  await confirm(page, 'Mark this laptop as available?', 'Mark as available')
  await expect(page.getByRole('button', { name: `Available: ${name}` })).toBeFocused()
  expect(await isListed()).toBe(true)
  await remove(page, name)
})

test('a row in My Products has its final height before its picture loads', async ({ page }) => {
  await signIn(page, 'seller@clamshell.test')
  const letGo = await holdBack(page, '**/api/images/**')
  await page.goto('/dashboard/myproducts')
  const row = page.getByRole('row').filter({ has: page.getByRole('button', { name: /^Delete / }) })
  const picture = row.first().locator('img')
  const size = () => row.first().evaluate((element) => element.getBoundingClientRect().height)
  await expect(picture).toBeAttached()
  const before = await size()
  letGo()
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  expect(await size()).toBe(before)
})

test('a refused laptop shows the error at its field, keeps the input and uploads the picture once', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/status of 400/)
  const name = newName()
  let sent = 0
  page.on('request', (request) => {
    if (request.url().includes('/api/images?')) sent += 1
  })
  await signIn(page, 'seller@clamshell.test')
  await fillIn(page, name)
  await page.getByLabel('Current Price').fill('900')
  await add(page)
  await expect(page.getByLabel('Current Price')).toHaveAccessibleDescription(
    /Must not be more than the original price\./,
  )
  await expect(page.getByLabel('Current Price')).toBeFocused()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name)
  await expect(page.getByLabel('Good', { exact: true })).toBeChecked()
  await expect(page.getByAltText('The one you chose')).toBeVisible()
  await expectScreenAccessible(page)
  await page.getByLabel('Current Price').fill('449.50')
  await expectTold(page, 'Product Added successfully.', () => page.keyboard.press('Enter'))
  expect(sent).toBe(1)
  await remove(page, name)
})

test('a file that is not a picture is refused at its field and can be replaced', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/status of 4(00|15)/)
  const name = newName()
  await signIn(page, 'seller@clamshell.test')
  await fillIn(page, name)
  await page.getByLabel('Image').setInputFiles({
    name: 'laptop.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.from('This is no picture.'),
  })
  const added: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/addproducts')) added.push(request.method())
  })
  await add(page)
  await expect(page.getByLabel('Image')).toHaveAttribute('aria-invalid', 'true')
  expect(added).toEqual([])
  await page.getByLabel('Image').setInputFiles(photo())
  await expectTold(page, 'Product Added successfully.', () => add(page))
  await remove(page, name)
})

test('an invalid token is renewed silently while a laptop is added', async ({ page, expectConsole }) => {
  expectConsole(/status of 401/)
  const name = newName()
  await signIn(page, 'seller@clamshell.test')
  await fillIn(page, name)
  await page.evaluate(() => {
    const token = localStorage.getItem('accessToken') ?? ''
    localStorage.setItem('accessToken', `${token.slice(0, -8)}AAAAAAAA`)
  })
  await expectTold(page, 'Product Added successfully.', () => add(page))
  await remove(page, name)
})

test('the draft of a laptop survives the end of the session', async ({ page, context, expectConsole }) => {
  expectConsole(/status of 401/)
  const name = newName()
  await signIn(page, 'seller@clamshell.test')
  await fillIn(page, name)
  const described = await page.getByLabel('Description').inputValue()
  await context.clearCookies()
  await page.evaluate(() => localStorage.setItem('accessToken', 'ended'))
  await add(page)
  await expect(page).toHaveURL('/login?next=%2Fdashboard%2Faddproducts')
  await signInByForm(page, 'seller@clamshell.test')
  await expect(page).toHaveURL('/dashboard/addproducts')
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name)
  await expect(page.getByLabel('Description')).toHaveValue(described)
  await expect(page.getByLabel('Good', { exact: true })).toBeChecked()
  await page.getByLabel('Image').setInputFiles(photo())
  await expectTold(page, 'Product Added successfully.', () => add(page))
  await remove(page, name)
  await page.goto('/dashboard/addproducts')
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('')
})

test('a late response does not replace the results of a newer search', async ({ page }) => {
  await signIn(page, 'seller@clamshell.test')
  await page.goto('/dashboard/mybuyers')
  const everybody = await countIn(page)
  await expectScreenAccessible(page)
  const answer = await holdBack(page, '**/api/mybuyers/*?search=hasan*')
  const asked = page.waitForRequest('**/api/mybuyers/*?search=hasan*')
  const answered = page.waitForResponse('**/api/mybuyers/*?search=hasan*')
  const box = page.getByRole('searchbox', { name: 'Search for users' })
  await box.fill('hasan')
  await asked
  await expect(page.locator('[aria-busy=true]').getByRole('table')).toBeVisible()
  await expect(heading(page)).toHaveText(`My Buyers: ${everybody}`)
  await box.fill('nobody of that name')
  await expect(heading(page)).toHaveText('My Buyers: 0')
  answer()
  await (await answered).finished()
  await drawn(page)
  await expect(heading(page)).toHaveText('My Buyers: 0')
})
