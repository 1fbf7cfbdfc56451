import type { Browser, Page } from '@playwright/test'
import { expect, test } from '#tests/support/browser.ts'
import { insert, sellByCalls, signUpBuyer } from '#tests/support/calls.ts'
import { countOf, decide, expectWaiting, history, openQueue, queue } from '#tests/support/reports.ts'
import { comeBack, expectTold, type Laptop, message, newEmail, signIn, signUp } from '#tests/support/steps.ts'

/* Two admins who look at the same report, or at the same seller. */

/** Laptops that `page` reports, and the windows of two admins who see the reports. */
async function openBoth(page: Page, browser: Browser, baseURL: string, names: string[]) {
  const headers = await signUpBuyer(page)
  const laptops: Laptop[] = []
  for (const name of names) {
    const laptop = await sellByCalls(browser, baseURL, { name })
    const data = { productId: laptop._id, reason: 'It looks stolen.' }
    await insert(page, '/api/reports', { headers, data })
    laptops.push(laptop)
  }
  const [first, second] = [await openQueue(browser, baseURL), await openQueue(browser, baseURL)]
  for (const name of names) await expect(queue(second).getByRole('row', { name })).toBeVisible()
  const close = async () => {
    for (const admin of [first, second]) await admin.context().close()
  }
  return { laptops, first, second, close }
}

/** An admin's window at the one seller of this name. */
async function openSeller(browser: Browser, baseURL: string, name: string): Promise<Page> {
  const admin = await (await browser.newContext({ baseURL })).newPage()
  await signIn(admin, 'admin@clamshell.test')
  await admin.goto('/dashboard/sellers')
  await admin.getByPlaceholder('Search for users').fill(name)
  await expect(admin.getByRole('heading', { level: 1 })).toHaveText('Sellers: 1')
  return admin
}

async function verify(admin: Page): Promise<void> {
  await admin.getByRole('table').getByRole('button', { name: 'Verify' }).click()
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Verify' }).click()
}

test('a decision by another admin counts, and is shown on returning to the window or deciding', async ({
  page,
  browser,
  shop,
}) => {
  const names = ['Decided elsewhere', 'Decided twice', 'Decided both ways']
  const { laptops, first, second, close } = await openBoth(page, browser, shop.url, names)
  const [elsewhere, twice, bothWays] = laptops as [Laptop, Laptop, Laptop]
  const decided = ({ name }: Laptop) => history(second).getByRole('row', { name })

  await test.step('on returning to the window', async () => {
    const waiting = await countOf(second)
    await decide(first, elsewhere, 'Take down', 'The seller has no bill.')
    await comeBack(second)
    await expectWaiting(second, waiting - 1)
    await expect(queue(second).getByRole('row', { name: elsewhere.name })).toHaveCount(0)
    await expect(decided(elsewhere)).toContainText('The seller has no bill.')
  })
  await test.step('on the same decision, whose reason does not count', async () => {
    await decide(first, twice, 'Dismiss', 'The bill was shown.')
    await decide(second, twice, 'Dismiss', 'There is nothing wrong.')
    await expect(message(second)).toContainText('The earlier reason counts, not this one.')
    await expect(decided(twice)).toContainText('The bill was shown.')
  })
  await test.step('on a different decision, with the name of the laptop', async () => {
    await decide(first, bothWays, 'Dismiss', 'The bill was shown.')
    await decide(second, bothWays, 'Take down', 'It is stolen.')
    await expect(message(second)).toContainText(
      `The report on ${bothWays.name} has since been decided differently.`,
    )
    await expect(queue(second).getByRole('row', { name: bothWays.name })).toHaveCount(0)
    await expect(decided(bothWays)).toContainText('The bill was shown.')
  })
  await close()
})

test('verifying a seller already verified by another admin says so', async ({ page, browser, shop }) => {
  const name = 'Verified Meanwhile'
  await signUp(page, { email: newEmail(), name, userType: 'seller' })
  const [first, second] = [
    await openSeller(browser, shop.url, name),
    await openSeller(browser, shop.url, name),
  ]
  await expectTold(first, `${name} is verified.`, () => verify(first))
  await expectTold(second, `${name} was already verified.`, () => verify(second))
  for (const admin of [first, second]) await admin.context().close()
})

test('a decision by another admin is counted when more reports load, in both lists', async ({
  page,
  browser,
  shop,
}) => {
  const { laptops, first, second, close } = await openBoth(page, browser, shop.url, ['Decided between parts'])
  await first.route('**/api/reports?state=*', (route) => {
    const url = new URL(route.request().url())
    url.searchParams.set('limit', '1')
    return route.continue({ url: url.href })
  })
  await first.reload()
  const waiting = await countOf(first)
  const decided = first.getByRole('heading', { level: 2, name: /^Decided: \d+$/ })
  const before = Number((await decided.innerText()).split(' ').at(-1))
  for (const laptop of laptops) await decide(second, laptop, 'Dismiss', 'The bill was shown.')
  const more = first.getByRole('button', { name: 'Load more' })
  await more.first().click()
  await expectWaiting(first, waiting - 1)
  await more.last().click()
  await expect(decided).toHaveText(`Decided: ${before + 1}`)
  await close()
})
