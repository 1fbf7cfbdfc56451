import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/browser.ts'
import {
  describeLaptop,
  expectTold,
  holdAnswer,
  holdBack,
  loseAnswer,
  photo,
  signIn,
  signInByForm,
} from '#tests/support/steps.ts'

/* The form of a new laptop while the laptop is being added. */

const add = (page: Page) => page.getByRole('button', { name: 'Add Product' })
const rows = (page: Page, name: string) => page.getByRole('row', { name })

test('the fields of a new laptop are locked while it is added and editable again after a refusal', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/status of 400/)
  const name = 'Walton Unchanged'
  await signIn(page, 'seller@clamshell.test')
  await describeLaptop(page, name)
  const price = page.getByLabel('Current Price')
  const [walton, dell] = [page.getByLabel('Walton'), page.getByLabel('Dell')]
  await price.fill('900')
  await page.getByLabel('Image').setInputFiles(photo())
  const letGo = await holdBack(page, '**/api/images**')
  await price.press('Enter')
  await expect(add(page)).toBeDisabled()
  await expect(price).toBeFocused()
  await page.keyboard.type('1')
  await expect(price).toHaveValue('900')
  await expect(page.getByLabel('Description')).not.toBeEditable()
  await expect(page.getByLabel('Image')).toBeDisabled()
  // By mouse, and by keyboard.
  await dell.click({ force: true })
  await expect(walton).toBeChecked()
  await walton.press('ArrowUp')
  await expect(walton).toBeChecked()
  letGo()
  await expect(price).toHaveAccessibleDescription(/Must not be more than the original price\./)
  await expect(price).toBeFocused()
  await price.fill('399')
  await dell.check()
  await expectTold(page, 'Product Added successfully.', () => add(page).click())
  await expect(rows(page, name)).toContainText(/DELL.*\$399/s)
})

test('a laptop edited and resubmitted after a lost response is refused with 409 and listed once', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED/)
  expectConsole(/status of 409/)
  const name = 'Walton Changed Meanwhile'
  await signIn(page, 'seller@clamshell.test')
  await describeLaptop(page, name)
  await page.getByLabel('Image').setInputFiles(photo())
  await page.route('**/api/addproducts', loseAnswer, { times: 1 })
  await add(page).click()
  await expect(page.getByRole('alert')).toContainText('or the answer was lost.')
  await page.getByLabel('Current Price').fill('399')
  for (const _ of ['once', 'twice']) {
    const refused = page.waitForResponse('**/api/addproducts')
    await add(page).click()
    expect((await refused).status()).toBe(409)
    const listed = 'You have already listed a laptop with this picture: see My Products.'
    // The laptop was added already, with other values.
    await expect(page.getByLabel('Image')).toHaveAccessibleDescription(
      new RegExp(`${listed} For another laptop, choose another picture.`),
    )
    await expect(page.getByRole('alert')).toHaveCount(1)
    await expect(add(page)).toBeEnabled()
  }
  // The same if the form is left before the answer.
  const letGo = await holdBack(page, '**/api/addproducts')
  await add(page).click()
  await page.getByRole('banner').getByRole('link', { name: 'Blogs' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Blogs')
  letGo()
  await expect(page.getByRole('alert')).toContainText(/^You have already listed a laptop with this picture/)
  await page.goto('/dashboard/myproducts')
  await expect(rows(page, name)).toHaveCount(1)
  await expect(rows(page, name)).toContainText('$449.50')
})

test('coming back to a laptop that is being added says so in a status that was there before', async ({
  page,
}) => {
  await signIn(page, 'seller@clamshell.test')
  await describeLaptop(page, 'Walton Come Back To')
  await page.getByLabel('Image').setInputFiles(photo())
  const letGo = await holdBack(page, '**/api/addproducts')
  await add(page).click()
  await page.getByRole('banner').getByRole('link', { name: 'Blogs' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Blogs')
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.goBack()
  await expect(add(page)).toBeDisabled()
  const status = add(page).locator('xpath=following-sibling::*[@role="status"]')
  await expect(status).toHaveText(['', ''])
  await page.clock.resume()
  await expect(status).toHaveText(['', 'This laptop is already being added.'])
  await expectTold(page, 'Product Added successfully.', letGo)
  await expect(status).toHaveText(['', ''])
})

test('a laptop resubmitted after reloading the page before the response is added once', async ({ page }) => {
  const name = 'Walton Sent Twice'
  await signIn(page, 'seller@clamshell.test')
  await describeLaptop(page, name)
  await page.getByLabel('Image').setInputFiles(photo())
  const added = Promise.withResolvers<void>()
  await page.route(
    '**/api/addproducts',
    async (route) => {
      await route.fetch()
      added.resolve()
    },
    { times: 1 },
  )
  await add(page).click()
  await added.promise
  await page.reload()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name)
  await page.getByLabel('Image').setInputFiles(photo())
  await expectTold(page, 'Product Added successfully.', () => add(page).click())
  await expect(rows(page, name)).toHaveCount(1)
})

test('a laptop added as the session ends elsewhere is reported on the page that follows', async ({
  page,
  context,
}) => {
  await signIn(page, 'seller@clamshell.test')
  await describeLaptop(page, 'Walton Left Alone')
  await page.getByLabel('Image').setInputFiles(photo())
  const { given, come } = await holdAnswer(page, '**/api/addproducts')
  await add(page).click()
  await given
  const other = await context.newPage()
  await other.goto('/')
  await other.getByRole('button', { name: /^Account of/ }).click()
  await other.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(page).toHaveURL('/login?next=%2Fdashboard%2Faddproducts')
  await expectTold(page, 'Product Added successfully.', come)
  await signInByForm(page, 'seller@clamshell.test')
  await expect(page).toHaveURL('/dashboard/addproducts')
})
