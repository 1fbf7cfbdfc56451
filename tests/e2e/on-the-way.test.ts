import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/browser.ts'
import {
  describeLaptop,
  expectTold,
  holdBack,
  message,
  openAlive,
  PASSWORD,
  photo,
  signIn,
  signInByForm,
} from '#tests/support/steps.ts'

/* A link has been followed, and its page is still loading, when the current page would navigate on its own. */

const BLOGS = { name: 'Blogs', script: '**/assets/blogs-*.js', path: '/blogs' }
const MY_BUYERS = { name: 'My Buyers', script: '**/assets/my-buyers-*.js', path: '/dashboard/mybuyers' }

/** Chooses a page whose script is still loading; returns a function that lets it load and checks that it does. */
async function choose(page: Page, { name, script, path } = BLOGS): Promise<() => Promise<void>> {
  const come = await holdBack(page, script)
  const asked = page.waitForRequest(script)
  await page.getByRole('link', { name, exact: true }).first().click()
  await asked
  return async () => {
    come()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
    await expect(page).toHaveURL(path)
  }
}

test('a link followed during a sign-in leads to its page', async ({ page }) => {
  await openAlive(page, '/login')
  const tell = await holdBack(page, '**/api/jwt')
  await signInByForm(page, 'buyer@clamshell.test')
  const arrive = await choose(page)
  tell()
  await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible()
  await arrive()
})

test('a link followed during a Google sign-in leads to its page', async ({ page }) => {
  await openAlive(page, '/login')
  await page.getByRole('button', { name: 'Sign in with Google' }).click()
  const register = await holdBack(page, '**/api/googleuser/**')
  await page.getByRole('button', { name: 'buyer@clamshell.test' }).click()
  await expect(page.getByText('Signing you in with Google…')).toBeVisible()
  await page.waitForRequest('**/api/googleuser/**')
  const arrive = await choose(page)
  await expectTold(page, 'Successfully Login with Google.', register)
  await arrive()
})

test('a new password cannot be changed while it is being set', async ({ page, expectConsole }) => {
  expectConsole(/status of 400/)
  await openAlive(page, '/reset-password?token=abc')
  const letGo = await holdBack(page, '**/auth/reset-password')
  const password = page.getByLabel('New password')
  await password.fill(PASSWORD)
  await password.press('Enter')
  await expect(password).not.toBeEditable()
  await expect(password).toBeFocused()
  letGo()
  await expect(page.getByRole('alert')).toContainText('This link has been used, or is too old.')
})

test('a link followed while a new password is set leads to its page', async ({ page }) => {
  await openAlive(page, '/reset-password?token=abc')
  const gone = Promise.withResolvers<void>()
  await page.route('**/auth/reset-password', (route) =>
    gone.promise.then(() => route.fulfill({ json: { status: true } })),
  )
  await page.getByLabel('New password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Set the new password' }).click()
  const arrive = await choose(page)
  await expectTold(page, 'Your new password is set.', gone.resolve)
  await arrive()
})

test('a link followed during a sign-out leads to its page', async ({ page }) => {
  await signIn(page, 'buyer@clamshell.test')
  await page.goto('/dashboard/myorders')
  const end = await holdBack(page, '**/auth/sign-out')
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  const arrive = await choose(page)
  await expectTold(page, 'Sign Out Successfully.', end)
  await arrive()
})

test('a link followed while a laptop is added leads to its page', async ({ page }) => {
  await signIn(page, 'seller@clamshell.test')
  await describeLaptop(page, 'Dell on the way')
  await page.getByLabel('Image').setInputFiles(photo())
  const add = await holdBack(page, '**/api/addproducts')
  await Promise.all([
    page.waitForRequest('**/api/addproducts'),
    page.getByRole('button', { name: 'Add Product' }).click(),
  ])
  const arrive = await choose(page, MY_BUYERS)
  await expectTold(page, 'Product Added successfully.', add)
  await arrive()
})

for (const [who, from] of [
  ['a seller at /dashboard', '/dashboard'],
  ['a seller on a buyer page', '/dashboard/myorders'],
  ['a seller on an admin page', '/dashboard/sellers'],
  ['a visitor whose session has ended', '/dashboard/myproducts'],
] as const)
  test(`a link followed before the session is known leads to its page: ${who}`, async ({ page }) => {
    await signIn(page, 'seller@clamshell.test')
    const known = Promise.withResolvers<void>()
    await page.route('**/auth/get-session', async (route) => {
      await known.promise
      await (from === '/dashboard/myproducts' ? route.fulfill({ json: null }) : route.fallback())
    })
    await Promise.all([page.waitForRequest('**/auth/get-session'), page.goto(from)])
    const arrive = await choose(page)
    known.resolve()
    if (from === '/dashboard/sellers') await expect(message(page)).toContainText('Sorry! You are not Admin!')
    else if (from === '/dashboard/myproducts')
      await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
    else await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible()
    await arrive()
  })
