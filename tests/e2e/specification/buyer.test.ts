import type { Page } from '@playwright/test'
import { DEMO_PASSWORD } from '#server/demo/people.ts'
import { holdBack } from '#tests/support/steps.ts'
import { readRows } from './read-rows.ts'
import { expect, test } from './walk.ts'

const EMAIL = 'buyer@clamshell.test'

/** The bearer tokens of all further calls to these paths of the API. */
function watchBearers(page: Page, paths: readonly string[]) {
  const bearers: Record<string, string | undefined> = {}
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (paths.includes(pathname)) bearers[pathname] = request.headers().authorization
  })
  return bearers
}

/** The columns of My Orders and of My Wishlist, and a row of either. */
const COLUMNS = ['Image', 'Product', 'Price', 'Payment', 'Delete']
const laptopRow = (picture: string, name: string) => ({
  picture,
  texts: [
    '',
    expect.stringContaining(name),
    expect.stringContaining('$'),
    expect.anything(),
    expect.anything(),
  ],
})

test('the pages of a signed-in buyer are as specified', async ({ page, holds }) => {
  await page.goto('/login')
  await page.getByLabel('Email').fill(EMAIL)
  await page.getByLabel('Password').fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await holds('4.8', async () => {
    // The first sign-in of a shop that has just started.
    await expect(page).toHaveURL('/', { timeout: 20_000 })
    expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toMatch(/^ey/)
  })
  const token = await page.evaluate(() => localStorage.getItem('accessToken'))
  const ask = async (path: string) =>
    (
      await page.request.get(`/api${path}?email=${EMAIL}`, { headers: { authorization: `Bearer ${token}` } })
    ).json()
  const user: { name: string; image: string } = await ask('/user')
  const main = page.getByRole('main')
  const heading = main.getByRole('heading', { level: 1 })
  const site = page.getByRole('navigation', { name: 'Site', exact: true })
  await holds('2.12', () => expect(site.getByRole('link').last()).toHaveText('Dashboard'))

  await test.step('account menu', async () => {
    const avatar = page.getByRole('button', { name: `Account of ${user.name}` })
    await holds('2.14', () => expect(avatar.locator('img')).toHaveAttribute('src', new RegExp(user.image)))
    await avatar.click()
    const menu = page.locator('[popover]:popover-open')
    await holds('2.14', () => expect(menu.getByText(user.name, { exact: true })).toBeVisible())
    await holds('2.15', () => expect(menu.getByText(EMAIL, { exact: true })).toBeVisible())
    await holds('2.16', async () => {
      for (const name of ['My Orders', 'My Wishlist'])
        await expect(menu.getByRole('link', { name })).toBeVisible()
    })
    await holds('2.17', () => expect(menu.getByRole('button', { name: 'Sign out' })).toBeVisible())
    await page.keyboard.press('Escape')
  })

  const drawer = page.getByRole('complementary')
  const links = drawer.getByRole('link')
  await test.step('loading', async () => {
    const session = await holdBack(page, '**/auth/get-session**')
    const profile = await holdBack(page, '**/api/user?**')
    const bearers = watchBearers(page, ['/api/bookings', '/api/wishlist'])
    await page.goto('/dashboard/myorders')
    await holds('4.1', () => expect(main.getByRole('status')).toContainText('Loading your dashboard'))
    session()
    await holds('4.6', async () => {
      await expect(drawer.locator('.skeleton').first()).toBeVisible()
      await expect(links).toHaveCount(0)
    })
    profile()
    await expect(heading).toHaveText(/My Orders: \d/)
    await drawer.getByRole('link', { name: 'My Wishlist' }).click()
    await expect(heading).toHaveText(/My Wishlist: \d/)
    await holds('6.12 6.13', async () => {
      const kept = await page.evaluate(() => localStorage.getItem('accessToken'))
      expect(bearers).toEqual({ '/api/bookings': `Bearer ${kept}`, '/api/wishlist': `Bearer ${kept}` })
    })
    await page.unrouteAll()
  })

  await test.step('drawer', async () => {
    await holds('2.88', async () => {
      await expect(drawer.getByText(user.name, { exact: true })).toBeVisible()
      await expect(drawer.getByRole('img').or(drawer.locator('img'))).toHaveAttribute(
        'src',
        new RegExp(user.image),
      )
    })
    await holds('2.89', () => expect(drawer.getByText('Buyer', { exact: true })).toBeVisible())
    await holds('2.90', () => expect(drawer.getByText(EMAIL, { exact: true })).toBeVisible())
    await holds('2.91 2.105', async () =>
      expect((await links.allTextContents()).slice(0, 2)).toEqual(['My Orders', 'My Wishlist']),
    )
    await holds('2.92', async () => {
      expect((await links.allTextContents()).slice(-2)).toEqual(['Sign In', 'Sign Up'])
      await expect(links.nth(-2)).toHaveAttribute('href', '/login')
      await expect(links.nth(-1)).toHaveAttribute('href', '/signup')
    })
  })

  await test.step('wishlist', async () => {
    await holds('2.93 2.101 6.7', async () => {
      await expect(page).toHaveURL('/dashboard/mywishlist')
      await expect(main.getByRole('table', { name: 'My Wishlist' })).toBeVisible()
    })
    await holds('2.144', async () => {
      await expect(main.getByRole('columnheader')).toHaveText(COLUMNS)
      await expect(main.getByRole('button', { name: 'Please Pay' })).toHaveCount(0)
      await expect(main.getByRole('link', { name: 'Please Pay' }).first()).toBeVisible()
      const wishes: { image: string; name: string }[] = await ask('/wishlist')
      expect(await readRows(main)).toMatchObject(wishes.map(({ image, name }) => laptopRow(image, name)))
    })
    await holds('2.145', async () =>
      expect(heading).toHaveText(`My Wishlist: ${await main.locator('tbody tr').count()}`),
    )
  })

  await test.step('orders', async () => {
    await drawer.getByRole('link', { name: 'My Orders' }).click()
    await holds('2.100 6.7', async () => {
      await expect(page).toHaveURL('/dashboard/myorders')
      await expect(main.getByRole('table', { name: 'My Orders' })).toBeVisible()
    })
    await holds('2.124', async () =>
      expect(heading).toHaveText(`My Orders: ${await main.locator('tbody tr').count()}`),
    )
    await holds('2.125', async () => {
      await expect(main.getByRole('columnheader')).toHaveText(COLUMNS)
      const orders: { image: string; productName: string }[] = await ask('/bookings')
      expect(await readRows(main)).toMatchObject(
        orders.map(({ image, productName }) => laptopRow(image, productName)),
      )
    })
    const paid = main.getByRole('row').filter({ has: page.getByText('Paid', { exact: true }) })
    await holds('2.126', () => expect(paid.first().getByText(/^\$[\d,.]+$/)).toBeVisible())
    await holds('2.128', () => expect(paid.first().getByRole('link', { name: /^Pay for/ })).toHaveCount(0))
  })
})
