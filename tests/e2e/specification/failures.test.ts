import { message, photo, signIn } from '#tests/support/steps.ts'
import { expect, test } from './walk.ts'

test('failures of sign-up, lists and sign-out are shown to the user', async ({
  page,
  holds,
  expectConsole,
}) => {
  const main = page.getByRole('main')
  const site = page.getByRole('navigation', { name: 'Site', exact: true })
  const alert = main.getByRole('alert')
  // The browser itself logs calls that fail.
  expectConsole(/ERR_FAILED|status of 4(00|15|22)/)

  await test.step('sign-up', async () => {
    await page.goto('/signup')
    await main.getByLabel('Name', { exact: true }).fill('Ada Lovelace')
    await main.getByLabel('Photo').setInputFiles({
      name: 'photo.png',
      mimeType: 'image/png',
      buffer: Buffer.from('no picture'),
    })
    await main.getByLabel('Email').fill('buyer@clamshell.test')
    await main.getByLabel('Password').fill('a good long password')
    await main.getByRole('radio', { name: 'Buyer' }).check()
    await main.getByRole('checkbox').check()
    const made: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/auth/sign-up')) made.push(request.url())
    })
    await main.getByRole('button', { name: 'Sign Up', exact: true }).click()
    await holds('5.3', async () => {
      await expect(alert).toHaveText(/picture|image/i)
      await main.getByLabel('Photo').setInputFiles(photo())
      const notTaken = { json: { success: false, data: { url: `/api/images/${'0'.repeat(32)}` } } }
      await page.route('**/api/images?*', (route) => route.fulfill(notTaken), { times: 1 })
      await main.getByRole('button', { name: 'Sign Up', exact: true }).click()
      await expect(alert).toContainText('Your photo was not uploaded.')
      expect(made).toEqual([])
    })
    await holds('8.2', async () => {
      await main.getByRole('button', { name: 'Sign Up', exact: true }).click()
      await expect(main.getByText('User already exists.')).toBeVisible()
    })
  })

  await test.step('lists', async () => {
    await signIn(page, 'buyer@clamshell.test')
    await holds('8.8', async () => {
      await page.route(/\/api\/(adsproduct|brand\/|blogs|bookings|wishlist)/, (route) => route.abort())
      for (const [name, title] of [
        ['Ads Products', 'Advertised Products'],
        ['DELL', 'DELL'],
        ['Blogs', 'Blogs'],
      ] as const) {
        await site.getByRole('link', { name }).click()
        await expect(main.getByRole('heading', { level: 1 })).toHaveText(title)
        await expect(alert, name).toContainText('Clamshell cannot be reached.')
        await expect(main.getByRole('button', { name: 'Try again' }), name).toBeVisible()
      }
      for (const path of ['myorders', 'mywishlist']) {
        await page.goto(`/dashboard/${path}`)
        await expect(alert, path).toContainText('Clamshell cannot be reached.')
        await expect(main.getByRole('button', { name: 'Try again' }), path).toBeVisible()
      }
      await page.route(/\/api\/user\?/, (route) => route.abort())
      await page.goto('/dashboard/mywishlist')
      await expect(alert, 'the role').toContainText('We could not check whether you are signed in.')
      await page.unrouteAll()
      await main.getByRole('button', { name: 'Try again' }).click()
      await expect(main.getByRole('table')).toBeVisible()
      await page.route('**/api/mywishlist/**', (route) => route.abort())
      await main
        .getByRole('button', { name: /^Remove/ })
        .first()
        .click()
      await expect(message(page)).toContainText(/was not removed/)
      await page.route('**/api/wishlist', (route) => route.abort())
      await page.goto('/advertisedProducts')
      await main.getByRole('button', { name: 'Add to Wishlist' }).last().click()
      await expect(message(page)).toContainText(/was not saved/)
    })
  })

  await holds('4.4 8.9', async () => {
    await page.route('**/auth/sign-out', (route) => route.abort())
    await page.getByRole('button', { name: /^Account of/ }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(message(page)).toContainText(
      'You were not signed out, or the answer was lost. Check your connection, then try again.',
    )
    expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toMatch(/^ey/)
  })
})
