import { expect, test } from '#tests/support/browser.ts'
import { sellByCalls } from '#tests/support/calls.ts'
import { closeUnderWay, expectTold, holdBack, loseAnswer, PASSWORD, signIn } from '#tests/support/steps.ts'

/* A message that something failed is replaced once it turns out to be done. */

test('a toast about a lost response is removed once the list shows that the change was made', async ({
  page,
  browser,
  shop,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED/)
  const { email, name } = await sellByCalls(browser, shop.url, { name: 'Changed on a bad line' })
  await signIn(page, email, PASSWORD)
  await page.goto('/dashboard/myproducts')
  const unknown = page.getByRole('alert')
  const calls = '**/api/product{price,sold,available}/*'
  await page.route(calls, loseAnswer)
  for (const [asked, send, failure] of [
    [`Change price of ${name}`, 'Save', `The price of ${name} was not changed`],
    [`Available: ${name}`, 'Mark as sold', `${name} was not marked as sold`],
    [`Sold: ${name}`, 'Mark as available', `${name} was not marked as available`],
  ] as const) {
    await page.getByRole('button', { name: asked }).click()
    if (send === 'Save') await page.getByLabel('Current Price').fill('101')
    const letGo = await closeUnderWay(page, send, calls)
    const look = await holdBack(page, '**/api/myproduct?*')
    letGo()
    await expect(unknown).toContainText(`${failure}, or the answer was lost.`)
    look()
    await expect(unknown).toHaveCount(0)
  }
})

test('a failure toast is removed by a retry although the laptop has lost its namesake', async ({
  page,
  browser,
  shop,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED/)
  const { email, name } = await sellByCalls(browser, shop.url, { name: 'One of two' })
  const state = { isAlone: false, isBoosted: false }
  await page.route('**/api/myproduct?*', async (route) => {
    const response = await route.fetch()
    const [laptop] = await response.json()
    const one = { ...laptop, adsUntil: state.isBoosted ? laptop.adsUntil : null }
    const json = state.isAlone ? [one] : [one, { ...one, _id: 'other', condition: 'Fair' }]
    await route.fulfill({ response, json })
  })
  await page.route('**/api/products/*', (route) => {
    state.isBoosted = state.isAlone
    return state.isBoosted ? route.continue() : route.abort()
  })
  await page.route('**/api/myproduct/other', (route) => {
    state.isAlone = true
    return route.fulfill({ json: { acknowledged: true, deletedCount: 1 } })
  })
  await signIn(page, email, PASSWORD)
  await page.goto('/dashboard/myproducts')
  const question = page.getByRole('alertdialog')
  const unknown = page.getByRole('alert')
  const boost = page.getByRole('button', { name: `Boost ${name}` })
  await boost.first().click()
  const letGo = await closeUnderWay(page, 'Boost', '**/api/products/*')
  letGo()
  await expect(unknown).toContainText(`${name}, Good, 1Y used, added`)
  await page.getByRole('button', { name: `Delete ${name}, Fair` }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(boost).toHaveCount(1)
  await expect(boost).toHaveAccessibleName(`Boost ${name}`)
  await expect(unknown).toHaveCount(1)
  await boost.click()
  await expectTold(page, `${name} was already advertised.`, () =>
    question.getByRole('button', { name: 'Boost' }).click(),
  )
  await expect(unknown).toHaveCount(0)
})

test('a toast about a seller is removed once the list confirms it, not when a search hides them', async ({
  page,
  browser,
  shop,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED/)
  const seller = 'Seller in doubt'
  await sellByCalls(browser, shop.url, { name: 'Of one of whom nobody knows', sellerName: seller })
  await signIn(page, 'admin@clamshell.test')
  await page.goto('/dashboard/sellers')
  const search = page.getByPlaceholder('Search for users')
  await search.fill(seller)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sellers: 1')
  const table = page.getByRole('table')
  const unknown = page.getByRole('alert')
  await page.route('**/api/verifyuser/*', loseAnswer)
  await page.route('**/api/user/*', (route) => route.abort())
  await table.getByRole('button', { name: `Verify ${seller}` }).click()
  const letVerify = await closeUnderWay(page, 'Verify', '**/api/verifyuser/*')
  const look = await holdBack(page, '**/api/users?*')
  letVerify()
  await expect(unknown).toContainText(`${seller} was not verified, or the answer was lost.`)
  look()
  await expect(unknown).toHaveCount(0)

  await table.getByRole('button', { name: `Delete ${seller}` }).click()
  const letDelete = await closeUnderWay(page, 'Delete', '**/api/user/*')
  letDelete()
  await expect(unknown).toContainText(`${seller} was not deleted, or the answer was lost.`)
  await search.fill('nobody of this name')
  await expect(page.getByText('Nothing here matches')).toBeVisible()
  await expect(unknown).toHaveCount(1)

  // If another try deletes them, the message says that they are deleted, and none says that they do not exist.
  await page.unroute('**/api/user/*')
  await search.fill('')
  await table.getByRole('button', { name: `Delete ${seller}` }).click()
  const anew = page.waitForResponse('**/api/users?*')
  await expectTold(page, `${seller} was deleted.`, () =>
    page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click(),
  )
  await (await anew).finished()
  await expect(table.getByRole('button', { name: `Delete ${seller}` })).toHaveCount(0)
  await expect(page.getByText('is no longer here.')).toHaveCount(0)
})
