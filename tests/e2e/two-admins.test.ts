import type { Browser, Page } from '@playwright/test'
import { expect, test } from '#tests/support/browser.ts'
import { insert, sellByCalls, signUpBuyer } from '#tests/support/calls.ts'
import {
  comeBack,
  countOf,
  decide,
  expectWaiting,
  history,
  openQueue,
  queue,
} from '#tests/support/reports.ts'
import { expectTold, message, newEmail, signIn, signUp } from '#tests/support/steps.ts'

/* Two admins who look at the same report, or at the same seller. */

/** A laptop that `page` reports, and the windows of two admins who see that. */
async function openBoth(page: Page, browser: Browser, baseURL: string, name: string) {
  const headers = await signUpBuyer(page)
  const laptop = await sellByCalls(browser, baseURL, { name })
  const data = { productId: laptop._id, reason: 'It looks stolen.' }
  await insert(page, '/api/reports', { headers, data })
  const [first, second] = [await openQueue(browser, baseURL), await openQueue(browser, baseURL)]
  await expect(queue(second).getByRole('row', { name })).toBeVisible()
  const close = async () => {
    for (const admin of [first, second]) await admin.context().close()
  }
  return { laptop, first, second, close }
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

test('what another admin decides goes over to the decided reports once one comes back to the window', async ({
  page,
  browser,
  shop,
}) => {
  const { laptop, first, second, close } = await openBoth(page, browser, shop.url, 'Decided elsewhere')
  const waiting = await countOf(second)
  await decide(first, laptop, 'Take down', 'The seller has no bill.')
  await comeBack(second)
  await expectWaiting(second, waiting - 1)
  await expect(queue(second).getByRole('row', { name: laptop.name })).toHaveCount(0)
  await expect(history(second).getByRole('row', { name: laptop.name })).toContainText(
    'The seller has no bill.',
  )
  await close()
})

test('an admin who decides as another has meanwhile is told that their reason does not count', async ({
  page,
  browser,
  shop,
}) => {
  const { laptop, first, second, close } = await openBoth(page, browser, shop.url, 'Decided twice')
  await decide(first, laptop, 'Dismiss', 'The bill was shown.')
  await decide(second, laptop, 'Dismiss', 'There is nothing wrong.')
  await expect(message(second)).toContainText('The reason from then counts, not this one.')
  const decided = history(second).getByRole('row', { name: laptop.name })
  await expect(decided).toContainText('The bill was shown.')
  await close()
})

test('an admin who decides otherwise than another has meanwhile is told so, and of which laptop', async ({
  page,
  browser,
  shop,
}) => {
  const { laptop, first, second, close } = await openBoth(page, browser, shop.url, 'Decided both ways')
  await decide(first, laptop, 'Dismiss', 'The bill was shown.')
  await decide(second, laptop, 'Take down', 'It is stolen.')
  await expect(message(second)).toContainText(`The report of ${laptop.name} was decided otherwise meanwhile.`)
  await expect(queue(second).getByRole('row', { name: laptop.name })).toHaveCount(0)
  await expect(history(second).getByRole('row', { name: laptop.name })).toContainText('The bill was shown.')
  await close()
})

test('an admin who verifies a seller whom another has verified meanwhile is told so', async ({
  page,
  browser,
  shop,
}) => {
  const name = 'Verified Meanwhile'
  await signUp(page, { email: newEmail(), name, userType: 'seller' })
  const [first, second] = [
    await openSeller(browser, shop.url, name),
    await openSeller(browser, shop.url, name),
  ]
  await expectTold(first, `${name} is verified.`, () => verify(first))
  await expectTold(second, `${name} was verified already.`, () => verify(second))
  for (const admin of [first, second]) await admin.context().close()
})

test('what another admin decides meanwhile is counted where more is loaded, in both lists', async ({
  page,
  browser,
  shop,
}) => {
  const { laptop, first, second, close } = await openBoth(page, browser, shop.url, 'Decided between parts')
  await first.route('**/api/reports?state=*', (route) => {
    const url = new URL(route.request().url())
    url.searchParams.set('limit', '1')
    return route.continue({ url: url.href })
  })
  await first.reload()
  const waiting = await countOf(first)
  const decided = first.getByRole('heading', { level: 2, name: /^Decided: \d+$/ })
  const before = Number((await decided.innerText()).split(' ').at(-1))
  await decide(second, laptop, 'Dismiss', 'The bill was shown.')
  const more = first.getByRole('link', { name: 'Load more' })
  await more.first().click()
  await expectWaiting(first, waiting - 1)
  await more.last().click()
  await expect(decided).toHaveText(`Decided: ${before + 1}`)
  await close()
})
