import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/browser.ts'
import { insert, sellByCalls, signUpBuyer } from '#tests/support/calls.ts'
import {
  closeUnderWay,
  expectTold,
  holdAnswer,
  holdBack,
  loseAnswer,
  message,
  PASSWORD,
  signIn,
  takeOther,
} from '#tests/support/steps.ts'

/* The messages about a row that was removed by a call whose response was lost. */

/** The button of My Wishlist that removes a laptop. */
const binsOf =
  (page: Page) =>
  ({ name }: { name: string }) =>
    page.getByRole('button', { name: `Remove ${name}`, exact: true })

test('a wish removed with a lost response leaves the list; other pending removals are unaffected', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED/)
  const headers = await signUpBuyer(page)
  const [kept, slow, lost] = [await takeOther(page), await takeOther(page), await takeOther(page)]
  const wishes: string[] = []
  for (const { _id } of [kept, slow, lost])
    wishes.push(await insert(page, '/api/wishlist', { headers, data: { productId: _id } }))
  await page.goto('/dashboard/mywishlist')
  const bin = binsOf(page)
  const letGo = await holdBack(page, `**/api/mywishlist/${wishes[1]}`)
  await bin(slow).click()
  await expect(bin(slow)).toBeDisabled()
  await page.route(`**/api/mywishlist/${wishes[2]}`, loseAnswer)
  const look = await holdBack(page, '**/api/wishlist?*')
  await bin(lost).click()
  const unknown = page.getByRole('alert')
  await expect(unknown).toContainText(`${lost.name} was not removed, or the answer was lost.`)
  // Once the list shows that it is gone, the message says so.
  await expectTold(page, `${lost.name} is no longer on your wishlist.`, look)
  await expect(unknown).toHaveCount(0)
  await expect(bin(slow)).toBeDisabled()
  await expect(bin(lost)).toHaveCount(0)
  await expect(bin(kept)).toBeEnabled()
  await expectTold(page, `${slow.name} is no longer on your wishlist.`, letGo)
  await expect(bin(slow)).toHaveCount(0)
})

test('a laptop deleted with a lost response is reported as gone once the list confirms it', async ({
  page,
  browser,
  shop,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED/)
  const { email, name } = await sellByCalls(browser, shop.url, { name: 'Deleted on a bad line' })
  await signIn(page, email, PASSWORD)
  await page.goto('/dashboard/myproducts')
  await page.getByRole('button', { name: `Delete ${name}` }).click()
  await page.route('**/api/myproduct/*', loseAnswer)
  const letGo = await closeUnderWay(page, 'Delete', '**/api/myproduct/*')
  const look = await holdBack(page, '**/api/myproduct?*')
  letGo()
  const unknown = page.getByRole('alert')
  await expect(unknown).toContainText(`${name} was not deleted, or the answer was lost.`)
  look()
  await expect(message(page)).toContainText(`${name} is no longer in the shop.`)
  await expect(unknown).toHaveCount(0)
})

test('two wishes removed with lost responses during one refresh are both reported as gone', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED/)
  const headers = await signUpBuyer(page)
  const [first, second] = [await takeOther(page), await takeOther(page)]
  for (const { _id } of [first, second])
    await insert(page, '/api/wishlist', { headers, data: { productId: _id } })
  await page.goto('/dashboard/mywishlist')
  const bin = binsOf(page)
  await page.route('**/api/mywishlist/*', loseAnswer)
  await expect(bin(first)).toBeVisible()
  // The list that is read after the first removal, and before the second, takes long to arrive.
  const late = await holdAnswer(page, '**/api/wishlist?*')
  const unknown = page.getByRole('alert')
  await bin(first).click()
  await late.given
  await bin(second).click()
  await expect(unknown).toHaveCount(2)
  const told = ({ name }: { name: string }) =>
    expect(message(page)).toContainText(`${name} is no longer on your wishlist.`)
  await Promise.all([told(first), told(second), late.come()])
  await expect(unknown).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Wishlist: 0')
})

test('an order deleted with a lost response is reported as gone by the refresh after a failed one', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED/)
  const headers = await signUpBuyer(page)
  const [lost, other] = [await takeOther(page), await takeOther(page)]
  for (const { _id } of [lost, other])
    await insert(page, '/api/booking', {
      headers,
      data: { productId: _id, phone: '01700000009', location: 'Zindabazar, Sylhet' },
    })
  await page.goto('/dashboard/myorders')
  const question = page.getByRole('alertdialog')
  const remove = async ({ name }: { name: string }) => {
    await page.getByRole('button', { name: `Delete the order for ${name}`, exact: true }).click()
    await question.getByRole('button', { name: 'Delete' }).click()
  }
  const row = page.getByRole('row', { name: lost.name })
  await expect(row).toHaveCount(1)
  await page.route('**/api/myorders/*', loseAnswer, { times: 1 })
  await page.route('**/api/bookings?*', (route) => route.abort(), { times: 1 })
  await remove(lost)
  await expect(question.getByRole('alert')).toContainText('Clamshell cannot be reached.')
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/api/bookings?'))
  await page.keyboard.press('Escape')
  await failed
  await expect(row).toHaveCount(1)
  await remove(other)
  await expect(message(page)).toContainText(`The order for ${lost.name} is no longer here.`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Orders: 0')
})

test('a wish pushed off the loaded page by a newer one is not reported as removed', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED/)
  const headers = await signUpBuyer(page)
  const [oldest, kept, newer] = [await takeOther(page), await takeOther(page), await takeOther(page)]
  const save = ({ _id }: { _id: string }) =>
    insert(page, '/api/wishlist', { headers, data: { productId: _id } })
  await save(oldest)
  await save(kept)
  await page.route('**/api/wishlist?*', (route) => {
    const url = new URL(route.request().url())
    url.searchParams.set('limit', '1')
    return route.continue({ url: url.href })
  })
  await page.goto('/dashboard/mywishlist')
  const bin = binsOf(page)
  await expect(bin(kept)).toBeVisible()
  await save(newer)
  await page.route('**/api/mywishlist/*', (route) => route.abort(), { times: 1 })
  await bin(kept).click()
  const unknown = page.getByRole('alert')
  await expect(bin(newer)).toBeVisible()
  await expect(bin(kept)).toHaveCount(0)
  await expectTold(page, `${newer.name} is no longer on your wishlist.`, () => bin(newer).click())
  await expect(unknown).toContainText(`${kept.name} was not removed, or the answer was lost.`)
  await expect(message(page)).not.toContainText(`${kept.name} is no longer`)
})
