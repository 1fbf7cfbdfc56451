import { expect, test } from '#tests/support/browser.ts'
import { newEmail, PASSWORD, signIn, signUp } from '#tests/support/steps.ts'

test('an admin reads who signed in and whose sign-in failed, by person and by kind', async ({
  page,
  browser,
  baseURL,
}) => {
  const email = newEmail()
  const visitor = await (await browser.newContext({ ...(baseURL && { baseURL }) })).newPage()
  await signUp(visitor, { email })
  for (const password of ['not the password', PASSWORD])
    await visitor.request.post('/auth/sign-in/email', { data: { email, password } })
  await visitor.context().close()

  await signIn(page, 'admin@clamshell.test')
  await page.goto('/dashboard/sellers')
  // On phones the sidebar is behind a button.
  const menu = page.getByRole('button', { name: /menu/i })
  if (await menu.isVisible()) await menu.click()
  await page.getByRole('link', { name: 'Audit Trail' }).click()
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toHaveText(/^Audit Trail: \d+$/)
  // The heading says how many there are: who has chosen nothing hears it once.
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
  // Who listens hears of what is chosen, too.
  await page.getByRole('searchbox').fill('')
  await kind.selectOption('Sign in failed')
  await expect(told).toHaveText(/^[1-9]\d* found\.$/)
  await kind.selectOption('Refund failed')
  await expect(told).toHaveText('0 found.')
  await kind.selectOption('Everything')
  await expect(told).toHaveText(/^[1-9]\d* found\.$/)
})
