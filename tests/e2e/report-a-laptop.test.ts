import type { Page } from '@playwright/test'
import { expect, expectNoAxeViolations, test } from '#tests/support/browser.ts'
import { headersOf, insert, sellByCalls } from '#tests/support/calls.ts'
import { hueOf } from '#tests/support/colors.ts'
import { expectMail, mailTo } from '#tests/support/outbox.ts'
import { countOf, decide, expectWaiting, history, openQueue, queue } from '#tests/support/reports.ts'
import { expectScreenAccessible } from '#tests/support/screens.ts'
import {
  cardOf,
  comeBack,
  type Laptop,
  message,
  newEmail,
  signIn,
  signInByForm,
  signUp,
  takeLaptop,
} from '#tests/support/steps.ts'

const dialog = (page: Page) => page.getByRole('dialog')

async function openReport(page: Page, laptop: Laptop): Promise<void> {
  await page.goto('/advertisedProducts')
  await cardOf(page, laptop).getByRole('button', { name: 'Report this laptop' }).click()
  await expect(dialog(page).getByRole('heading', { name: 'Report this laptop' })).toBeVisible()
}

async function report(page: Page, laptop: Laptop, reason: string, answer: string): Promise<void> {
  await openReport(page, laptop)
  const field = dialog(page).getByLabel('What is wrong with it?')
  // Nothing is left of an earlier report.
  await expect(field).toHaveValue('')
  await field.fill(reason)
  await dialog(page).getByRole('button', { name: 'Submit' }).click()
  await expect(message(page)).toContainText(answer)
  await expect(dialog(page)).toBeHidden()
}

test('a visitor must sign in to report a laptop, and returns to the list', async ({ page }) => {
  const laptop = await takeLaptop(page)
  await openReport(page, laptop)
  await expectNoAxeViolations(page)
  await dialog(page).getByRole('link', { name: 'Login' }).click()
  await signInByForm(page, 'buyer@clamshell.test')
  await expect(page).toHaveURL('/advertisedProducts')
})

test('a report begun after the session has ended elsewhere speaks of nothing that was typed', async ({
  page,
  context,
}) => {
  await signIn(page, 'buyer@clamshell.test')
  await page.goto('/advertisedProducts')
  const account = page.getByRole('button', { name: /^Account of/ })
  await expect(account).toBeVisible()
  const other = await context.newPage()
  await other.goto('/')
  await other.getByRole('button', { name: /^Account of/ }).click()
  await other.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(account).toHaveCount(0)
  await page.getByRole('button', { name: 'Report this laptop' }).first().click()
  await expect(dialog(page)).toContainText('Please log in first')
  await expect(dialog(page).getByRole('alert')).toHaveCount(0)
})

test('a report by a buyer reaches the admin with laptop, reporter and reason, and the badge grows', async ({
  page,
  browser,
  shop,
}) => {
  const admin = await openQueue(browser, shop.url)
  const waiting = await countOf(admin)
  await expectWaiting(admin, waiting)

  const email = newEmail()
  await signUp(page, { email })
  const laptop = await takeLaptop(page)
  await report(
    page,
    laptop,
    'The same pictures stand on another site.',
    'Thank you. An admin will look at this laptop.',
  )
  await report(
    page,
    laptop,
    'And the price is too good to be true.',
    'You have already reported this laptop; that report is still open.',
  )
  await comeBack(admin)
  await expectWaiting(admin, waiting + 1)
  const row = queue(admin).getByRole('row', { name: laptop.name }).last()
  await expect(row).toContainText('The same pictures stand on another site.')
  await expect(row).toContainText(email)
  await expectNoAxeViolations(admin)

  // What is offered can be read before it is decided: in the row, and beside the question.
  await row.getByText('What is offered').click()
  await expect(row).toContainText(laptop.description)
  await expect(row).toContainText(laptop.condition)
  await row.getByRole('button', { name: 'Take down' }).click()
  await dialog(admin).getByText('What is offered').click()
  for (const fact of [laptop.description, laptop.condition, laptop.purchaseYear, laptop.location])
    await expect(dialog(admin)).toContainText(fact)
  await expectScreenAccessible(admin)
  await admin.context().close()
})

test('an admin dismisses a report and takes a laptop down; buyer and seller are notified', async ({
  page,
  browser,
  shop,
}) => {
  const email = newEmail()
  await signUp(page, { email })
  // Ones that nobody else has reported.
  const kept = await sellByCalls(browser, shop.url, { name: 'Reported without a reason' })
  const gone = await sellByCalls(browser, shop.url, { name: 'Reported with a reason' })
  const headers = await headersOf(page, email)
  const reason = 'The price is too good to be true.'
  for (const { _id: productId } of [kept, gone])
    await insert(page, '/api/reports', { headers, data: { productId, reason } })
  await insert(page, '/api/wishlist', { headers, data: { productId: gone._id } })
  const admin = await openQueue(browser, shop.url)
  const waiting = await countOf(admin)

  const told = expect(message(admin)).toContainText(`The report on ${kept.name} was dismissed.`)
  await decide(admin, kept, 'Dismiss', 'The seller has shown the bill.')
  await told
  await expectWaiting(admin, waiting - 1)
  await expect(history(admin).getByRole('row', { name: kept.name }).first()).toContainText(
    /Dismissed.*The seller has shown the bill\./,
  )
  await decide(admin, gone, 'Take down', 'The pictures are not of this machine.')
  await expectWaiting(admin, waiting - 2)
  await expect(history(admin).getByRole('row', { name: gone.name }).first()).toContainText(
    /Taken down.*Farida Haque/,
  )
  await admin.context().close()

  // A page may be a second old.
  await expect(async () => {
    await page.goto('/advertisedProducts')
    await expect(cardOf(page, kept)).toBeVisible({ timeout: 1_000 })
    await expect(cardOf(page, gone)).toHaveCount(0, { timeout: 500 })
  }).toPass()
  await page.goto('/dashboard/mywishlist')
  await expect(page.getByRole('row', { name: gone.name })).toContainText('No longer available')
  const mail = mailTo(page, email, `Your report on ${gone.name}`)
  await expectMail(page, mail)
  // Its seller has not confirmed their e-mail.
  const taken = page.getByRole('heading', { name: 'One of your laptops was taken down' })
  await expect(taken.first()).toBeVisible()
  const seeLaptops = mail.frameLocator('iframe').getByRole('link', { name: 'See the laptops' })
  // The frame is a process of its own to Chromium: until that has painted, the page around it gets the click.
  await expect(async () => {
    if (page.url().endsWith('/outbox')) await seeLaptops.click({ timeout: 2_000 })
    await expect(page).toHaveURL('/advertisedProducts', { timeout: 2_000 })
  }).toPass({ timeout: 20_000 })
})

test('only taking a laptop down is asked in red; both decisions can be cancelled', async ({ page }) => {
  await signIn(page, 'admin@clamshell.test')
  await page.goto('/dashboard/reporteditems')
  await page.setViewportSize({ width: 360, height: 740 })
  for (const action of ['Take down', 'Dismiss']) {
    const opener = queue(page).getByRole('button', { name: action }).first()
    await opener.click()
    const decide = dialog(page).getByRole('button', { name: action })
    const cancel = dialog(page).getByRole('button', { name: 'Cancel' })
    const hues = [await hueOf(decide, 'color'), await hueOf(decide, 'background-color')]
    // A red outline, or else filled with the signal colour.
    expect(hues.lastIndexOf('red')).toBe(action === 'Take down' ? 0 : 1)
    // It slides in.
    await dialog(page).evaluate((box) => Promise.all(box.getAnimations().map(({ finished }) => finished)))
    const [left, right] = [await cancel.boundingBox(), await decide.boundingBox()]
    expect(left?.y).toBe(right?.y)
    expect(left?.x).toBeLessThan(right?.x ?? 0)
    await cancel.click()
    await expect(dialog(page)).toBeHidden()
    await expect(opener).toBeFocused()
  }
})

test('the report form shows a missing reason or a failure, and keeps the input', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED/)
  await signIn(page, 'buyer@clamshell.test')
  const laptop = await takeLaptop(page)
  await openReport(page, laptop)
  const reason = dialog(page).getByLabel('What is wrong with it?')
  await expect(reason).toBeFocused()
  await dialog(page).getByRole('button', { name: 'Submit' }).click()
  expect(await reason.evaluate((field: HTMLTextAreaElement) => field.validity.valueMissing)).toBe(true)
  await page.route('**/api/reports', (route) => route.abort())
  await reason.fill('It is not the one in the picture.')
  await dialog(page).getByRole('button', { name: 'Submit' }).click()
  await expect(dialog(page).getByRole('alert')).toContainText('cannot be reached')
  await expect(reason).toHaveValue('It is not the one in the picture.')
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(cardOf(page, laptop).getByRole('button', { name: 'Report this laptop' })).toBeFocused()
})

test('the report queue shows its empty and error states, and fits a phone', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED/)
  await signIn(page, 'admin@clamshell.test')
  await page.setViewportSize({ width: 390, height: 780 })
  await page.goto('/dashboard/reporteditems')
  await expect(queue(page).getByRole('row').nth(1)).toBeVisible()
  await expectScreenAccessible(page)
  await queue(page).getByRole('button', { name: 'Take down' }).first().click()
  await expect(dialog(page).getByLabel('Reason')).toBeFocused()
  await expectScreenAccessible(page)

  await page.route('**/api/reports?**', (route) => route.abort())
  await page.goto('/dashboard/reporteditems')
  await expect(page.getByRole('alert')).toHaveCount(2)
  await page.unroute('**/api/reports?**')
  await page.route('**/api/reports?**', (route) =>
    route.fulfill({ json: [], headers: { 'X-Total-Count': '0' } }),
  )
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await expect(page.getByText('No reports are waiting.')).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Nothing has been decided yet.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reported Items: 0')
  await expectNoAxeViolations(page)
})

/** Fulfils the requests for the admin's two lists with that many reports in each: the demo data has three. */
async function answerWithMany(page: Page, count: number): Promise<void> {
  const headers = await headersOf(page, 'admin@clamshell.test')
  const [report] = await (await page.request.get('/api/reports?limit=1', { headers })).json()
  const many = (state: string) => Array.from({ length: count }, (_, at) => ({ ...report, _id: state + at }))
  const lists = { open: many('open'), decided: many('decided') }
  await page.route('**/api/reports?*', (route) => {
    const asked = new URL(route.request().url()).searchParams
    const rows = lists[asked.get('state') === 'decided' ? 'decided' : 'open']
    const from = Number(asked.get('after'))
    const to = from + Number(asked.get('limit') ?? 24)
    const Link = to < rows.length ? `</api/reports?after=${to}>; rel="next"` : ''
    return route.fulfill({ json: rows.slice(from, to), headers: { 'X-Total-Count': `${rows.length}`, Link } })
  })
  await page.route('**/api/reports/*', (route) => {
    lists.decided.unshift(...lists.open.splice(-1))
    return route.fulfill({ json: { acknowledged: true, modifiedCount: 1, reasonCounts: true } })
  })
}

test('a decision far down keeps the loaded rows of both report lists', async ({ page }) => {
  await signIn(page, 'admin@clamshell.test')
  await answerWithMany(page, 30)
  await page.goto('/dashboard/reporteditems')
  const open = queue(page).locator('tbody tr')
  const decided = history(page).locator('tbody tr')
  const more = page.getByRole('button', { name: 'Load more' })
  await more.first().click()
  await expect(open).toHaveCount(30)
  await more.click()
  await expect(decided).toHaveCount(30)
  await open.last().getByRole('button', { name: 'Dismiss' }).click()
  await dialog(page).getByLabel('Reason').fill('The seller has shown the bill.')
  await dialog(page).getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.getByRole('heading', { name: 'Reported Items: 29' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Decided: 31' })).toBeVisible()
  await expect(open).toHaveCount(29)
  await expect(decided).toHaveCount(30)
})
