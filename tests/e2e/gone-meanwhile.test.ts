import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/browser.ts'
import { expectDone, headersOf, insertOrder, sellByCalls } from '#tests/support/calls.ts'
import {
  cardOf,
  holdBack,
  message,
  newEmail,
  openAlive,
  PASSWORD,
  shareLaptop,
  signIn,
  signUp,
} from '#tests/support/steps.ts'

/* People and laptops that are deleted before they are changed: another admin, or another tab, was first. */

const ADMIN = 'admin@clamshell.test'
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const question = (page: Page) => page.locator('dialog[open]')

test('deleting or verifying a person deleted by another admin says so and closes the dialog', async ({
  page,
  browser,
  shop,
  expectConsole,
}) => {
  expectConsole(/status of 404/)
  await signIn(page, ADMIN)
  const headers = await headersOf(page, ADMIN)
  await page.goto('/dashboard/sellers')
  for (const action of ['Delete', 'Verify'])
    await test.step(action, async () => {
      const [name, email] = [`Gone Before ${action}`, newEmail()]
      const own = await browser.newContext({ baseURL: shop.url })
      await signUp(own, { email, name, userType: 'seller' })
      await own.close()
      await page.getByPlaceholder('Search for users').fill(name)
      await page.getByRole('button', { name: `${action} ${name}` }).click()
      const { _id } = await (await page.request.get(`/api/user?email=${email}`, { headers })).json()
      await expectDone(page.request.delete(`/api/user/${_id}`, { headers }))
      await question(page).getByRole('button', { name: action }).press('Enter')
      await expect(question(page)).toBeHidden()
      await expect(message(page)).toContainText(`${name} is no longer here.`)
      await expect(page.getByText(`Nothing here matches “${name}”.`)).toBeVisible()
      await expect(heading(page)).toBeFocused()
    })
})

for (const { asked, send } of [
  { asked: /^Available/, send: 'Mark as sold' },
  { asked: /^Change price/, send: 'Save' },
]) {
  test(`“${send}” on a laptop deleted in another tab says so and closes the dialog`, async ({
    page,
    browser,
    shop,
    expectConsole,
  }) => {
    expectConsole(/status of 404/)
    const name = `Gone before ${send}`
    const { _id, seller, email } = await sellByCalls(browser, shop.url, { name })
    await signIn(page, email, PASSWORD)
    await page.goto('/dashboard/myproducts')
    await page.getByRole('button', { name: asked }).click()
    await expectDone(page.request.delete(`/api/myproduct/${_id}`, { headers: seller }))
    await question(page).getByRole('button', { name: send }).press('Enter')
    await expect(question(page)).toBeHidden()
    await expect(message(page)).toContainText(`${name} is no longer in the shop.`)
    await expect(heading(page)).toHaveText('My Products: 0')
    await expect(heading(page)).toBeFocused()
  })
}

test('an order deleted in another tab at the same moment is not reported as deleted here', async ({
  page,
}) => {
  const email = newEmail()
  await signUp(page, { email })
  const laptop = await shareLaptop(page)
  const id = await insertOrder(page, email, laptop)
  const headers = await headersOf(page, email)
  await page.goto('/dashboard/myorders')
  await page.getByRole('button', { name: /^Delete the order/ }).click()
  await page.route(`**/api/myorders/${id}`, async (route) => {
    await expectDone(page.request.delete(`/api/myorders/${id}`, { headers }))
    await route.fulfill({ json: { acknowledged: true, deletedCount: 0 } })
  })
  await question(page).getByRole('button', { name: 'Delete' }).press('Enter')
  await expect(question(page)).toBeHidden()
  await expect(message(page)).toHaveText(`The order for ${laptop.name} is no longer here.`)
  await expect(heading(page)).toHaveText('My Orders: 0')
})

test('reporting a deleted laptop says so and removes its card', async ({
  page,
  browser,
  shop,
  expectConsole,
}) => {
  expectConsole(/status of 404/)
  const { seller, ...laptop } = await sellByCalls(browser, shop.url, { name: 'Gone before it is reported' })
  await signUp(page, { email: newEmail() })
  await openAlive(page, '/advertisedProducts')
  await cardOf(page, laptop).getByRole('button', { name: 'Report this laptop' }).click()
  await question(page).getByLabel('What is wrong with it?').fill('The price is a trap.')
  await expectDone(page.request.delete(`/api/myproduct/${laptop._id}`, { headers: seller }))
  await question(page).getByRole('button', { name: 'Submit' }).press('Enter')
  await expect(question(page)).toBeHidden()
  await expect(message(page)).toContainText(`${laptop.name} is no longer in the shop.`)
  await expect(cardOf(page, laptop)).toHaveCount(0)
  // In the card that is in its place now.
  await expect(page.getByRole('button', { name: 'Report this laptop' }).first()).toBeFocused()
})

for (const { asks, says, call, fill } of [
  {
    asks: 'Place Order',
    says: 'was not ordered.',
    call: '**/api/booking',
    fill: async (page: Page) => {
      await question(page).getByLabel('Phone').fill('01700000009')
      await question(page).getByLabel('Location').fill('Zindabazar, Sylhet')
    },
  },
  {
    asks: 'Report this laptop',
    says: 'is no longer in the shop.',
    call: '**/api/reports',
    fill: async (page: Page) => {
      const reason = question(page).getByLabel('What is wrong with it?')
      await reason.fill('The price is a trap.')
      await page.keyboard.down('Enter')
      // The key is held down.
      await page.keyboard.down('Enter')
      await expect(reason).toHaveValue('The price is a trap.\n\n')
      await page.keyboard.up('Enter')
    },
  },
])
  test(`“${asks}” closed while sending, for a deleted laptop, moves the focus to the next card`, async ({
    page,
    browser,
    shop,
    expectConsole,
  }) => {
    expectConsole(/status of 404/)
    const { seller, ...laptop } = await sellByCalls(browser, shop.url, {
      name: `Gone as “${asks}” is closed`,
    })
    await signUp(page, { email: newEmail() })
    await openAlive(page, '/advertisedProducts')
    await cardOf(page, laptop).getByRole('button', { name: asks }).press('Enter')
    await fill(page)
    await expectDone(page.request.delete(`/api/myproduct/${laptop._id}`, { headers: seller }))
    const letGo = await holdBack(page, call)
    await question(page).getByRole('button', { name: 'Submit' }).press('Enter')
    await expect(question(page).getByRole('button', { name: 'Submit' })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
    await page.keyboard.press('Escape')
    await expect(cardOf(page, laptop).getByRole('button', { name: asks })).toBeFocused()
    letGo()
    await expect(message(page)).toContainText(`${laptop.name} ${says}`)
    await expect(cardOf(page, laptop)).toHaveCount(0)
    await expect(page.getByRole('button', { name: asks }).first()).toBeFocused()
  })
