import { expect, test } from '#tests/support/browser.ts'
import { photo, signIn } from '#tests/support/steps.ts'

/* Lines on which requests hang, and nobody is told that the connection is gone. */

test('calls that hang are given up, and what waited for them can be tried again', async ({ page }) => {
  // In half a second instead of half a minute.
  await page.addInitScript(() => {
    const timeout = AbortSignal.timeout.bind(AbortSignal)
    AbortSignal.timeout = (ms) => timeout(ms / 60)
  })
  await signIn(page, 'buyer@clamshell.test')
  const alert = page.getByRole('main').getByRole('alert')
  for (const call of ['**/auth/get-session', '**/api/jwt', '**/api/bookings**'])
    await page.route(call, () => {}, { times: 1 })
  await page.goto('/dashboard/myorders')
  for (const _ of [1, 2, 3]) {
    await expect(alert).toContainText('Clamshell cannot be reached.')
    await alert.getByRole('button', { name: 'Try again' }).click()
    await expect(alert).toBeHidden()
  }
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/My Orders: \d+/)
})

test('a picture that is stuck on its way is given up, and can be sent again', async ({ page }) => {
  await signIn(page, 'seller@clamshell.test')
  await page.clock.install()
  await page.route('**/api/images**', () => {}, { times: 1 })
  await page.goto('/dashboard/addproducts')
  await page.getByLabel('Name', { exact: true }).fill('Walton Tamarind')
  await page.getByLabel('Walton').check()
  await page.getByLabel('Original Price').fill('899')
  await page.getByLabel('Current Price').fill('449.50')
  await page.getByLabel('Good', { exact: true }).check()
  await page.getByLabel('Purchase Year').fill('1Y 2M')
  await page.getByLabel('Phone').fill('01712345678')
  await page.getByLabel('Meeting Location').fill('IDB Bhaban, Agargaon')
  await page.getByLabel('Description').fill('Light wear, battery 81 %.')
  await page.getByLabel('Image').setInputFiles(photo())
  const add = page.getByRole('button', { name: 'Add Product' })
  await Promise.all([page.waitForRequest('**/api/images**'), add.click()])
  await expect(page.getByLabel('Upload')).toBeVisible()
  await page.clock.fastForward('01:01')
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Clamshell cannot be reached.')
  await page.clock.resume()
  await add.click()
  await expect(page).toHaveURL('/dashboard/myproducts')
})
