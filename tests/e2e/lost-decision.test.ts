import type { Browser, Locator, Page } from '@playwright/test'
import { expect, test } from '#tests/support/browser.ts'
import { insert, sellByCalls, signUpBuyer } from '#tests/support/calls.ts'
import { decide, history, queue } from '#tests/support/reports.ts'
import {
  closeAsLost,
  closeUnderWay,
  holdBack,
  type Laptop,
  loseAnswer,
  message,
  signIn,
} from '#tests/support/steps.ts'

/* What an admin sees of a report after deciding it, above all if the response was lost. */

/** A laptop that somebody has reported, and its row on the page, where an admin decides. */
async function openReported(
  page: Page,
  browser: Browser,
  baseURL: string,
  name: string,
): Promise<{ laptop: Laptop; row: Locator }> {
  const laptop = await sellByCalls(browser, baseURL, { name })
  const headers = await signUpBuyer(page)
  const data = { productId: laptop._id, reason: 'It is too dear.' }
  await insert(page, '/api/reports', { headers, data })
  await signIn(page, 'admin@clamshell.test')
  await page.goto('/dashboard/reporteditems')
  return { laptop, row: queue(page).getByRole('row', { name }) }
}

test('a report decided with a lost response leaves the list once the dialog is closed', async ({
  page,
  browser,
  shop,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED/)
  const { laptop, row } = await openReported(page, browser, shop.url, 'Decided on a bad line')
  await row.getByRole('button', { name: 'Dismiss' }).click()
  const question = page.getByRole('dialog')
  await question.getByLabel('Reason').fill('It is not.')
  await page.route('**/api/reports/*', loseAnswer, { times: 1 })
  await question.getByRole('button', { name: 'Dismiss' }).click()
  await expect(question.getByRole('alert')).toContainText('Clamshell cannot be reached.')
  await expect(row).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(row).toHaveCount(0)
  await expect(message(page)).toContainText(`The report on ${laptop.name} is no longer open.`)
})

test('a decision lost after closing its dialog is reported once the list confirms it', async ({
  page,
  browser,
  shop,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED/)
  const { laptop, row } = await openReported(page, browser, shop.url, 'Decided and closed')
  await row.getByRole('button', { name: 'Take down' }).click()
  await page.getByLabel('Reason').fill('It is stolen.')
  await page.route('**/api/reports/*', loseAnswer)
  const letGo = await closeUnderWay(page, 'Take down', '**/api/reports/*')
  const look = await holdBack(page, '**/api/reports?state=open*')
  letGo()
  const unknown = page.getByRole('alert')
  await expect(unknown).toContainText(`The report on ${laptop.name} was not decided, or the answer was lost.`)
  await expect(row).toHaveCount(1)
  look()
  await expect(message(page)).toContainText(`The report on ${laptop.name} is no longer open.`)
  await expect(unknown).toHaveCount(0)
  await expect(row).toHaveCount(0)
  await expect(history(page).getByRole('row', { name: laptop.name })).toContainText('It is stolen.')
})

test('a decision whose dialog is closed at the moment its response is lost leaves the list', async ({
  page,
  browser,
  shop,
}) => {
  const { laptop, row } = await openReported(page, browser, shop.url, 'Decided at the last moment')
  await expect(row).toHaveCount(1)
  await closeAsLost(page, 'api/reports/')
  await decide(page, laptop, 'Dismiss', 'It is not.')
  await expect(row).toHaveCount(0)
})

test('a decision loads the open reports once, and a closed question does not', async ({
  page,
  browser,
  shop,
}) => {
  const { laptop, row } = await openReported(page, browser, shop.url, 'Decided on a good line')
  await expect(row).toHaveCount(1)
  let loads = 0
  page.on('request', (request) => {
    if (request.url().includes('/api/reports?state=open')) loads += 1
  })
  const question = page.getByRole('dialog')
  const close = async () => {
    await queue(page)
      .getByRole('button', { name: /^Dismiss/ })
      .first()
      .click()
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()
  }
  await close()
  await decide(page, laptop, 'Dismiss', 'It is not.')
  await expect(row).toHaveCount(0)
  await close()
  expect(loads).toBe(1)
})
