import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/browser.ts'
import { insertOrder, orderAndOpenPayment } from '#tests/support/calls.ts'
import {
  comeBack,
  message,
  newEmail,
  openAlive,
  signIn,
  signUp,
  takeOther,
  typeCard,
} from '#tests/support/steps.ts'

/*
 * A browser that translates a page replaces its texts by elements of its own, which React does not know: a text that
 * comes, goes or makes way beside other things needs an element of the page around it.
 */

/** Translates the page as Chrome does, word for word, and goes on with what appears later. */
const translate = (page: Page) =>
  page.evaluate(() => {
    const replace = (root: Node) => {
      const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      const found: Text[] = []
      if (root instanceof Text) found.push(root)
      while (texts.nextNode()) found.push(texts.currentNode as Text)
      for (const text of found) {
        if (!text.data.trim() || text.parentElement?.closest('font, script, style, svg')) continue
        const font = document.createElement('font')
        font.textContent = text.data
        text.replaceWith(font)
      }
    }
    replace(document.body)
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) for (const node of addedNodes) replace(node)
    }).observe(document.body, { childList: true, subtree: true })
  })

const question = (page: Page) => page.getByRole('alertdialog')
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test('a translated Login shows what failed, and signs in', async ({ page, expectConsole }) => {
  expectConsole(/status of (401|503)/)
  await page.route('**/auth/sign-in/social', (route) => route.fulfill({ status: 503 }))
  await openAlive(page, '/login')
  await translate(page)
  await page.getByRole('button', { name: 'Sign in with Google' }).click()
  await expect(page.getByRole('alert')).toContainText('Something went wrong on our side.')
  await page.getByLabel('Email').fill('buyer@clamshell.test')
  await page.getByRole('button', { name: 'Forgotten Password' }).click()
  await expect(message(page)).toContainText('Password Reset Email Sent.')
  await page.getByLabel('Password').fill('a wrong password')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Invalid' })).toBeVisible()
})

test('a translated list loads more, and a change in it is confirmed', async ({ page }) => {
  await signIn(page, 'seller@clamshell.test')
  await page.goto('/dashboard/myproducts')
  const rows = page.locator('tbody tr')
  await expect(rows).toHaveCount(24)
  await translate(page)
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect(rows).toHaveCount(48)
  const available = page.getByRole('button', { name: /^Available: / })
  await available.first().click()
  await question(page).getByRole('button', { name: 'Mark as sold' }).click()
  await expect(message(page)).toContainText('Successfully status changed')
  await page
    .getByRole('button', { name: /^Sold: / })
    .first()
    .click()
  await question(page).getByRole('button', { name: 'Mark as available' }).click()
  await expect(question(page)).toHaveCount(0)
  await expect(heading(page)).toHaveText(/^My Products: \d+$/)
})

test('on a translated page the selected people are counted, and their deletion is followed', async ({
  page,
  browser,
  shop,
  expectConsole,
}) => {
  expectConsole(/status of 409/)
  for (const name of ['Translated One', 'Translated Two']) {
    const context = await browser.newContext({ baseURL: shop.url })
    await signUp(context, { email: newEmail(), name })
    await context.close()
  }
  await signIn(page, 'admin@clamshell.test')
  await page.goto('/dashboard/buyers')
  await expect(heading(page)).toHaveText(/^Buyers: \d+/)
  await translate(page)
  await page.getByRole('searchbox').fill('translated')
  await expect(heading(page)).toHaveText('Buyers: 2')
  await page.getByRole('checkbox', { name: 'Select Translated One' }).check()
  await page.getByRole('checkbox', { name: 'Select Translated Two' }).check()
  await page.getByRole('button', { name: 'Delete 2 selected' }).click()
  await page.route('**/api/user/*', (route) => route.fulfill({ status: 409 }), { times: 1 })
  await question(page).getByRole('button', { name: 'Delete' }).click()
  await expect(question(page).getByRole('status')).toHaveText('1 of 2 deleted.')
})

/** From now on the rows that the shop answers to a call are changed so. */
const changeRows = (page: Page, call: string, change: object) =>
  page.route(call, async (route) => {
    const response = await route.fetch()
    const rows: object[] = await response.json()
    await route.fulfill({ response, json: rows.map((row) => ({ ...row, ...change })) })
  })

test('a translated list of buyers shows that somebody went offline', async ({ page }) => {
  await signIn(page, 'admin@clamshell.test')
  const users = '**/api/users?**'
  await changeRows(page, users, { online: true })
  await page.goto('/dashboard/buyers')
  // Many newer ones may be before them.
  await page.getByRole('searchbox').fill('buyer@clamshell.test')
  const row = page.getByRole('row', { name: 'buyer@clamshell.test' })
  await expect(row).toContainText('Online')
  await translate(page)
  await page.unroute(users)
  await changeRows(page, users, { online: false, lastSeenDate: null })
  await comeBack(page)
  await expect(row).toContainText('Offline')
  await expect(row).toContainText('Not seen yet')
  await expect(row).not.toContainText('Online')
})

test('a translated list of orders shows that a seller left', async ({ page }) => {
  const email = newEmail()
  await signUp(page, { email })
  const [kept, dropped] = [await takeOther(page), await takeOther(page)]
  for (const laptop of [kept, dropped]) await insertOrder(page, email, laptop)
  await page.goto('/dashboard/myorders')
  const row = page.getByRole('row', { name: kept.name })
  await expect(row).toContainText(`${kept.sellerName}\u00a0· ordered`)
  await translate(page)
  await changeRows(page, '**/api/bookings?**', { sellerName: null })
  await page.getByRole('button', { name: `Delete the order for ${dropped.name}` }).click()
  await question(page).getByRole('button', { name: 'Delete' }).click()
  await expect(heading(page)).toHaveText('My Orders: 1')
  await expect(row).not.toContainText(kept.sellerName)
  await expect(row).toContainText('ordered')
})

test('a translated payment page says that the reservation ends and what the bank answers', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/status of (402|409|503)/)
  const laptop = await takeOther(page)
  const email = newEmail()
  await signUp(page, { email })
  await page.clock.install()
  await orderAndOpenPayment(page, email, laptop)
  await page.getByLabel('Card number').waitFor()
  await translate(page)
  const kept = page.getByText('Now that you have opened this page')
  await expect(kept).toBeVisible()
  await page.clock.fastForward('13:10')
  await expect(page.getByText('Less than two minutes left')).toBeVisible()
  await expect(kept).toHaveCount(0)
  await typeCard(page, '4000000000000002')
  await expect(page.getByRole('alert')).toContainText('Your card was declined.')
  // The shop's answer is lost once the card is charged, and then it has another.
  await page.route('**/api/paymentinfo', (route) => route.fulfill({ status: 503 }), { times: 1 })
  await typeCard(page, '4242424242424242')
  await expect(page.getByRole('alert')).toContainText('Something went wrong on our side.')
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(heading(page)).toHaveText('Your Payment Successfully Received')
})

test('translated confirmation pages follow who is signed in', async ({ page }) => {
  const main = page.getByRole('main')
  const known = page.getByText('which is already confirmed')
  await signIn(page, 'buyer@clamshell.test')
  await page.goto('/confirm-email')
  await expect(known).toBeVisible()
  await translate(page)
  await main.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/^[^?]*\/login/)

  await signIn(page, 'buyer@clamshell.test')
  const email = newEmail()
  let outcome = 'signed-in-as-another'
  await page.route('**/auth/confirm-email', (route) => route.fulfill({ json: { email, outcome } }))
  await page.goto('/confirm-email?token=of-a-mail')
  await expect(main).toContainText(`for ${email}, but you are signed in as buyer@clamshell.test. Nothing`)
  await translate(page)
  outcome = 'sign-in'
  await main.getByRole('button', { name: 'Sign out and continue' }).click()
  await expect(main).toContainText(`Please log in to the account of ${email}.`)
})
