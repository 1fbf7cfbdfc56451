import { expect, test } from '#tests/support/browser.ts'
import { expectScreenAccessible } from '#tests/support/screens.ts'
import { newEmail, PASSWORD, signIn, signUp } from '#tests/support/steps.ts'

test('the audit trail lists sign-ins and failed sign-ins, filtered by person and by kind', async ({
  page,
  browser,
  baseURL,
}) => {
  const email = newEmail()
  const visitor = await browser.newContext({ ...(baseURL && { baseURL }) })
  await signUp(visitor, { email })
  for (const password of ['not the password', PASSWORD])
    await visitor.request.post('/auth/sign-in/email', { data: { email, password } })
  await visitor.close()

  await signIn(page, 'admin@clamshell.test')
  await page.goto('/dashboard/sellers')
  // On phones the sidebar is opened by a button.
  const menu = page.getByRole('button', { name: /menu/i })
  if (await menu.isVisible()) await menu.click()
  await page.getByRole('link', { name: 'Audit Trail' }).click()
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toHaveText(/^Audit Trail: \d+$/)
  // The heading has the number: as long as nothing is filtered, a screen reader reads it only there.
  const told = page.getByRole('main').getByRole('status').first()
  await expect(told).toHaveText('')

  await page.getByRole('searchbox').fill(email)
  await expect(title).toHaveText('Audit Trail: 4')
  const rows = page.getByRole('table', { name: 'Audit Trail' }).locator('tbody tr')
  await expect(rows).toContainText([
    /Signed in.*Ada Lovelace/,
    /Sign in failed.*Ada Lovelace/,
    /Role changed.*buyer/,
    /Signed up.*Ada Lovelace/,
  ])

  const kind = page.getByRole('combobox', { name: 'Show' })
  await kind.selectOption('Sign in failed')
  await expect(title).toHaveText('Audit Trail: 1')
  await expect(rows).toContainText([/Sign in failed/])
  await kind.selectOption('Refund failed')
  await expect(title).toHaveText('Audit Trail: 0')
  // Screen readers are told of a filter, too.
  await page.getByRole('searchbox').fill('')
  await kind.selectOption('Sign in failed')
  await expect(told).toHaveText(/^[1-9]\d* found\.$/)
  await kind.selectOption('Refund failed')
  await expect(told).toHaveText('0 found.')
  await kind.selectOption('Everything')
  await expect(told).toHaveText(/^[1-9]\d* found\.$/)
})

test('a search that matches too many people to look up says that lines are left out', async ({ page }) => {
  await signIn(page, 'admin@clamshell.test')
  await page.route(/auditevents\?.*person=clamshell/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), 'x-total-relation': 'gte' } })
  })
  await page.goto('/dashboard/audittrail')
  const title = page.getByRole('heading', { level: 1 })
  const told = page.getByRole('main').getByRole('status').first()
  await page.getByRole('searchbox').fill('clamshell')
  await expect(title).toHaveText(/^Audit Trail: [1-9]\d*\+$/)
  await expect(told).toHaveText(/^[1-9]\d*\+ found for .+ are left out\. Type more of a name/)
  await expectScreenAccessible(page)
  await page.getByRole('combobox', { name: 'Show' }).selectOption('Refund failed')
  await expect(title).toHaveText('Audit Trail: 0+')
  await expect(told).toHaveText(/^0\+ found for .+ are left out/)
  await page.getByRole('searchbox').fill('nobody at all')
  await expect(told).toHaveText(/^Nothing here matches .+ all.\W*$/)
})
