import type { Locator, Page } from '@playwright/test'
import { expect, test } from '#tests/support/browser.ts'
import { expectTold, openAlive, PASSWORD, signIn, signInByForm } from '#tests/support/steps.ts'

/* What is restored when somebody follows a link and comes back. */

const link = (page: Page, within: 'banner' | 'contentinfo' | 'main', name: string) =>
  page.getByRole(within).getByRole('link', { name, exact: true })
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** The fields of the form Contact Us. */
const MESSAGE = ['Name', 'Email', 'Subject', 'Message']
const inContactUs = (page: Page, label: string) =>
  page.getByRole('region', { name: 'Contact Us' }).getByLabel(label)
const typedIn = (page: Page) => Promise.all(MESSAGE.map((label) => inContactUs(page, label).inputValue()))

test('a message typed by a visitor survives navigation until it is sent', async ({ page }) => {
  await openAlive(page, '/')
  const typed = ['Ada Lovelace', 'ada@example.com', 'A question', 'How is the battery?\nAnd the lid?']
  for (const [i, label] of MESSAGE.entries()) await inContactUs(page, label).fill(typed[i] ?? '')
  const backFrom = async (comeBack: () => Promise<unknown>) => {
    await link(page, 'contentinfo', 'Privacy Policy').click()
    await expect(heading(page)).toHaveText('Privacy Policy')
    await comeBack()
  }
  await backFrom(() => page.goBack())
  await expect.poll(() => typedIn(page)).toEqual(typed)
  await backFrom(() => link(page, 'contentinfo', 'Contact Us').click())
  await expect.poll(() => typedIn(page)).toEqual(typed)
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain(
    'ada',
  )
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Your message was sent.')).toBeVisible()
  const nothing = ['', '', '', '']
  expect(await typedIn(page)).toEqual(nothing)
  await backFrom(() => page.goBack())
  await expect(inContactUs(page, 'Message')).toBeVisible()
  expect(await typedIn(page)).toEqual(nothing)
})

test('a message typed while signed in survives a reload, until it is sent or sign-out', async ({ page }) => {
  await signIn(page, 'buyer@clamshell.test')
  await page.goto('/')
  const [email, text] = [inContactUs(page, 'Email'), inContactUs(page, 'Message')]
  await expect(email).toHaveValue('buyer@clamshell.test')
  await email.fill('elsewhere@example.com')
  await text.fill('How is the battery?')
  await page.reload()
  await expect(text).toHaveValue('How is the battery?')
  await expect(email).toHaveValue('elsewhere@example.com')
  await page.route('**/api/contact', (route) => route.fulfill({ json: { acknowledged: true } }))
  await inContactUs(page, 'Subject').fill('A question')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('We will reply to elsewhere@example.com.')).toBeVisible()
  await expect(email).toHaveValue('buyer@clamshell.test')
  await expect(text).toHaveValue('')
  await text.fill('And the lid?')
  await page.getByRole('button', { name: /^Account of/ }).click()
  await expectTold(page, 'Sign Out Successfully.', () =>
    page.getByRole('button', { name: 'Sign out', exact: true }).click(),
  )
  await expect.poll(() => typedIn(page)).toEqual(['', '', '', ''])
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('lid')
})

test('Sign Up and Login share the typed e-mail; Sign Up restores name and role, but no password', async ({
  page,
  context,
}) => {
  await page.goto('/signup')
  await expect(page.getByRole('button', { name: 'Sign Up', exact: true })).toBeEnabled()
  const [name, email, password] = ['Name', 'Email', 'Password'].map((label) =>
    page.getByLabel(label, { exact: true }),
  ) as [Locator, Locator, Locator]
  await name.fill('Ada Lovelace')
  await email.fill('ada@example.com')
  await password.fill(PASSWORD)
  await page.getByLabel('Seller').check()
  const expectSignUp = async (address: string) => {
    await expect(email).toHaveValue(address)
    await expect(name).toHaveValue('Ada Lovelace')
    await expect(page.getByLabel('Seller')).toBeChecked()
    await expect(page.getByRole('button', { name: 'Sign in with Google' })).toBeDisabled()
    await expect(password).toHaveValue('')
  }
  const goToLogin = async () => {
    await link(page, 'main', 'Login').click()
    // Until then it is the previous page's field.
    await expect(heading(page)).toHaveText('Login')
    await expect(email).toHaveValue('ada@example.com')
  }
  await goToLogin()
  await page.goBack()
  await expectSignUp('ada@example.com')
  await goToLogin()
  await email.fill('lovelace@example.com')
  await link(page, 'main', 'Sign Up').click()
  await expectSignUp('lovelace@example.com')
  await email.fill('countess@example.com')
  await page.goBack()
  await expect(email).toHaveValue('lovelace@example.com')
  await page.goForward()
  await expectSignUp('countess@example.com')
  expect(await page.evaluate(() => JSON.stringify(history.state))).not.toContain('Ada')

  // If somebody signs in meanwhile, and out again, nothing is left for the next.
  const other = await context.newPage()
  await other.goto('/login')
  await signInByForm(other, 'buyer@clamshell.test')
  await expect(page).toHaveURL('/')
  await other.getByRole('button', { name: /^Account of/ }).click()
  await other.getByRole('button', { name: 'Sign out', exact: true }).click()
  await link(page, 'banner', 'Login').click()
  await link(page, 'main', 'Sign Up').click()
  await expect(heading(page)).toHaveText('Sign Up')
  await expect(name).toHaveValue('')
})

test('a search and its filter survive navigation and a reload, but not a new visit', async ({ page }) => {
  // So that the trail has more lines than the search finds.
  for (const who of ['buyer', 'admin']) await signIn(page, `${who}@clamshell.test`)
  await page.goto('/dashboard/audittrail')
  const [box, kind] = [page.getByRole('searchbox'), page.getByRole('combobox', { name: 'Show' })]
  await expect(heading(page)).toHaveText(/^Audit Trail: \d+\+?$/)
  const all = (await heading(page).textContent()) ?? ''
  await kind.selectOption('Signed in')
  await box.fill('admin@clamshell.test')
  await expect(page.getByRole('status').filter({ hasText: 'found for' })).toHaveText(/admin@clamshell\.test/)
  const rows = page.getByRole('table', { name: 'Audit Trail' }).locator('tbody tr')
  const [title, count] = [(await heading(page).textContent()) ?? '', await rows.count()]
  expect(title).not.toBe(all)
  const menu = page.getByRole('navigation', { name: 'Dashboard' })
  await menu.getByRole('link', { name: 'All Sellers' }).click()
  await expect(heading(page)).toHaveText(/^Sellers: \d+$/)
  await expect(box).toHaveValue('')
  for (const comeBack of [() => page.goBack(), () => page.reload()]) {
    await comeBack()
    await expect(heading(page)).toHaveText(title)
    await expect(box).toHaveValue('admin@clamshell.test')
    await expect(kind).toHaveValue('signed-in')
    await expect(rows).toHaveCount(count)
  }
  // A link to the current page counts as a new visit, too.
  await menu.getByRole('link', { name: 'Audit Trail' }).click()
  await expect(heading(page)).toHaveText(all)
  await expect(box).toHaveValue('')
  await expect(kind).toHaveValue('')
})

test('a search still being typed on navigation is restored on Back; Enter searches at once', async ({
  page,
}) => {
  await signIn(page, 'admin@clamshell.test')
  await page.goto('/dashboard/sellers')
  await expect(heading(page)).toHaveText(/^Sellers: \d+$/)
  // Before the delay after typing is over, which starts the search.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 10_000)
  await page.getByRole('searchbox').fill('nobody of that name')
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'All Buyers' }).click()
  await expect(heading(page)).toHaveText(/^Buyers: \d+$/)
  await page.goBack()
  const box = page.getByRole('searchbox')
  await expect(box).toHaveValue('nobody of that name')
  await expect(page.getByText('Nothing here matches “nobody of that name”.')).toBeVisible()
  await box.fill('nobody else')
  await box.press('Enter')
  await expect(page.getByText('Nothing here matches “nobody else”.')).toBeVisible()

  await box.fill('nobody at all')
  // As with Alt and an arrow, which headless browsers do not support.
  await page.keyboard.down('Alt')
  await page.goForward()
  await expect(heading(page)).toHaveText(/^Buyers: \d+$/)
  await page.goBack()
  await expect(box).toHaveValue('nobody at all')
})

test('a search still being typed when a mouse goes back is restored on Forward', async ({ page }) => {
  await signIn(page, 'admin@clamshell.test')
  await page.goto('/dashboard/buyers')
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'All Sellers' }).click()
  await expect(heading(page)).toHaveText(/^Sellers: \d+$/)
  const box = page.getByRole('searchbox')
  for (const typed of ['nobody of that name', '']) {
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    await box.fill(typed)
    // Nothing that happens in the page precedes it.
    await page.goBack()
    await expect(heading(page)).toHaveText(/^Buyers: \d+$/)
    await expect(box).toHaveValue('')
    await page.clock.resume()
    await page.goForward()
    await expect(heading(page)).toHaveText(typed ? 'Sellers: 0' : /^Sellers: [1-9]\d*$/)
    await expect(box).toHaveValue(typed)
  }
})

test('a search still being typed on a reload is restored', async ({ page }) => {
  await signIn(page, 'admin@clamshell.test')
  await page.goto('/dashboard/sellers')
  await expect(heading(page)).toHaveText(/^Sellers: [1-9]\d*$/)
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.getByRole('searchbox').fill('nobody of that name')
  // As on a phone, where the page is pulled down: no key, and no blur.
  await page.reload()
  await expect(page.getByRole('searchbox')).toHaveValue('nobody of that name')
  await page.clock.resume()
  await expect(heading(page)).toHaveText('Sellers: 0')
})
