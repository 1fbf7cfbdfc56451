import type { Page } from '@playwright/test'
import { CONDITIONS } from '#contract/choices.ts'
import { expect, test } from '#tests/support/browser.ts'
import { holdBack, newEmail, openAlive, openHome, PASSWORD, signIn, signUp } from '#tests/support/steps.ts'

test('a screen reader announces a wrong file type at once, and nothing for a picture', async ({ page }) => {
  await signIn(page, 'seller@clamshell.test')
  await page.goto('/dashboard/addproducts')
  const choose = (name: string, mimeType: string) =>
    page.getByLabel('Image').setInputFiles({ name, mimeType, buffer: Buffer.from('any') })
  const refusal = page.getByRole('alert').filter({ hasText: 'Please choose a JPEG, PNG or WebP picture.' })
  await choose('notes.md', 'text/markdown')
  await expect(refusal).toBeAttached()
  await choose('laptop.png', 'image/png')
  await expect(refusal).toHaveCount(0)
})

test('a screen reader announces how long the password reset link is valid', async ({ page }) => {
  await page.goto('/login')
  await page.getByLabel('Email').fill('nobody@clamshell.test')
  await page.getByRole('button', { name: 'Forgotten Password' }).click()
  const promise = page.getByText(/^If nobody@clamshell\.test has an account here, .* 30 minutes\.$/)
  await expect(page.getByRole('status').filter({ has: promise })).toBeAttached()
})

test('a screen reader announces at Login that somebody was signed out elsewhere', async ({
  page,
  context,
}) => {
  await signIn(page, 'buyer@clamshell.test')
  await page.goto('/dashboard/myorders')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^My Orders: \d+$/)
  const other = await context.newPage()
  await openAlive(other, '/')
  await other.getByRole('button', { name: /^Account of/ }).click()
  await other.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(page).toHaveURL('/login?next=%2Fdashboard%2Fmyorders')
  // It comes together with the page: a status would not be read out.
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(
    'You have been signed out. Sign in again to continue where you were.',
  )
})

/** The accessible names of all elements with a role, as the browser computes them for screen readers. */
async function namesOf(page: Page, role: string): Promise<unknown[]> {
  const browser = await page.context().newCDPSession(page)
  const { root } = await browser.send('DOM.getDocument')
  const { nodes } = await browser.send('Accessibility.queryAXTree', { nodeId: root.nodeId, role })
  return nodes.map(({ name }) => name?.value)
}

test('the accessible name of a checkbox matches its label, including a link in it', async ({ page }) => {
  await page.goto('/signup')
  expect(await namesOf(page, 'checkbox')).toContain('I accept the Terms & Conditions')
})

test('the meaning of a condition is announced as its description, not as part of its name', async ({
  page,
}) => {
  await openAlive(page, '/brand/walton')
  const condition = page.getByRole('button', { name: /^Condition: / }).first()
  await condition.hover()
  const shown = await condition.evaluate((element) => getComputedStyle(element, '::after').content)
  const meanings = Object.entries(CONDITIONS)
  const [, meaning = ''] = meanings.find(([, meaning]) => shown.includes(meaning)) ?? []
  await expect(condition).toHaveAccessibleDescription(meaning)
  expect((await namesOf(page, 'button')).filter((name) => String(name).includes(meaning))).toEqual([])
})

test('a screen reader announces that a list has loaded', async ({ page }) => {
  await openHome(page)
  const bar = page.getByRole('banner')
  for (const { link, calls, told } of [
    { link: 'DELL', calls: '**/api/brand/dell*', told: 'DELL: loaded.' },
    { link: 'Ads Products', calls: '**/api/adsproduct*', told: 'Advertised Products: loaded.' },
    { link: 'Blogs', calls: '**/api/blogs', told: 'Blogs: loaded.' },
  ])
    await test.step(link, async () => {
      const letGo = await holdBack(page, calls)
      await bar.getByRole('link', { name: link }).click()
      const waiting = page.getByRole('main').getByRole('status').filter({ hasText: 'Loading' })
      await expect(waiting).toBeAttached()
      // A status that is added together with its text is not read out.
      const before = await page
        .getByRole('main')
        .getByRole('status')
        .filter({ hasText: /^$/ })
        .elementHandle()
      letGo()
      await expect(waiting).toHaveCount(0)
      await expect.poll(() => before?.textContent()).toBe(told)
      expect(await before?.evaluate((region) => region.isConnected)).toBe(true)
      await expect(page.getByRole('article').first()).toBeVisible()
      await bar.getByRole('link', { name: 'Home', exact: true }).click()
      await expect(page).toHaveURL('/')
    })
})

for (const { who, path, calls, title } of [
  { who: 'buyer', path: '/dashboard/myorders', calls: '**/api/bookings?**', title: 'My Orders' },
  { who: 'seller', path: '/dashboard/mybuyers', calls: '**/api/mybuyers/**', title: 'My Buyers' },
  { who: 'buyer', path: '/dashboard/account', calls: '**/api/sessions', title: 'Where you are signed in' },
  {
    who: 'admin',
    path: '/dashboard/reporteditems',
    calls: '**/api/reports?state=decided*',
    title: 'Decided reports',
  },
])
  test(`a screen reader announces that a dashboard list has loaded: ${title}`, async ({ page }) => {
    await signIn(page, `${who}@clamshell.test`)
    const letGo = await holdBack(page, calls)
    await page.goto(path)
    const status = page.getByRole('main').getByRole('status')
    const waiting = status.filter({ hasText: new RegExp(`^Loading ${title}$`, 'i') })
    await expect(waiting).toBeAttached()
    const before = await waiting.locator('xpath=preceding::*[@role="status"][1]').elementHandle()
    expect(await before?.textContent()).toBe('')
    const heard = () => before?.evaluate((region) => region.isConnected && region.textContent)
    letGo()
    await expect(waiting).toHaveCount(0)
    await expect.poll(heard).toBe(`${title}: loaded.`)
    const search = page.getByRole('searchbox')
    if (!(await search.isVisible())) return
    // From then on the result of the search is announced, and only that.
    await search.fill('nobody at all')
    await expect(status.filter({ hasText: 'Nothing here matches' })).toBeAttached()
    expect(await heard()).toBe('')
  })

test('a screen reader says once which page of the dashboard was gone to', async ({ page }) => {
  await signIn(page, 'buyer@clamshell.test')
  await openHome(page)
  await page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).press('Enter')
  const links = page.getByRole('navigation', { name: 'Dashboard' })
  for (const name of ['My Orders', 'My Wishlist', 'My Account']) {
    // The links are in the main part too: its label would not be said on the way from them.
    if (name !== 'My Orders') await links.getByRole('link', { name }).press('Enter')
    await expect(page.getByRole('group', { name: `${name} · Clamshell`, exact: true })).toBeFocused()
    expect(await namesOf(page, 'main')).toEqual([''])
  }
  await page.getByRole('banner').getByRole('link', { name: 'Blogs' }).press('Enter')
  await expect(page.getByRole('main', { name: 'Blogs · Clamshell', exact: true })).toBeFocused()
})

test('a screen reader announces a loaded list even while the one above it is loading', async ({ page }) => {
  await signIn(page, 'admin@clamshell.test')
  const letGo = await holdBack(page, '**/api/reports?state=open*')
  await page.goto('/dashboard/reporteditems')
  const status = page.getByRole('main').getByRole('status')
  await expect(status.filter({ hasText: 'Decided reports: loaded.' })).toBeAttached()
  await expect(status.filter({ hasText: 'Loading Reported Items' })).toBeAttached()
  letGo()
  await expect(status.filter({ hasText: 'Reported Items: loaded.' })).toBeAttached()
})

for (const { outcome, told } of [
  { outcome: 'confirmed', told: 'Thank you. ada@example.com is confirmed.' },
  { outcome: 'signed-in-as-another', told: 'This link is for ada@example.com. Nothing has changed.' },
  { outcome: 'sign-in', told: 'Please log in to the account of ada@example.com.' },
  { outcome: 'sign-up', told: 'There is no account with ada@example.com yet.' },
])
  test(`a screen reader announces the result of confirming an e-mail: ${outcome}`, async ({ page }) => {
    await page.route('**/auth/confirm-email', (route) =>
      route.fulfill({ json: { email: 'ada@example.com', outcome } }),
    )
    const letGo = await holdBack(page, '**/auth/confirm-email')
    await page.goto('/confirm-email?token=abc')
    const waiting = page.getByText('Confirming your e-mail address')
    await expect(waiting).toBeAttached()
    // One that is added together with its text is not read out.
    const before = await page.getByRole('main').getByRole('status').elementHandle()
    letGo()
    await expect(waiting).toHaveCount(0)
    expect(await before?.evaluate((region) => (region.isConnected ? region.textContent : ''))).toContain(told)
  })

test('a screen reader announces that a mail, a sign-out or the way to Google is under way', async ({
  page,
  browser,
  baseURL,
}) => {
  const told = (text: string) => page.getByRole('main').getByRole('status').filter({ hasText: text })
  const expectAnnounced = async (button: string | RegExp, calls: string, text: string) => {
    await page.route(calls, () => {})
    await expect(page.getByRole('button', { name: button })).toBeVisible()
    await expect(told(text)).toHaveCount(0)
    await page.getByRole('button', { name: button }).click()
    await expect(told(text)).toHaveText(text)
  }
  await openAlive(page, '/login')
  await page.getByLabel('Email').fill('buyer@clamshell.test')
  await expectAnnounced('Forgotten Password', '**/auth/request-password-reset', 'Sending …')
  await expectAnnounced('Sign in with Google', '**/auth/sign-in/social', 'On the way to Google …')

  const elsewhere = await browser.newContext(baseURL ? { baseURL } : {})
  const email = newEmail()
  await signUp(elsewhere, { email })
  await signIn(page, email, PASSWORD)
  await page.goto('/dashboard/account')
  await expectAnnounced('E-mail me a link to set one', '**/auth/request-password-reset', 'Sending …')
  await expectAnnounced(/^Sign out .* signed in/, '**/api/sessions/*', 'Signing out …')
  await elsewhere.close()
})
