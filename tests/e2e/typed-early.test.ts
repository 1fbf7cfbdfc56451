import { expect, test } from '#tests/support/browser.ts'
import {
  cardOf,
  holdBack,
  newEmail,
  openAlive,
  openBeforeItIsAlive,
  openUnknown,
  photo,
  shareLaptop,
  signUp,
} from '#tests/support/steps.ts'

/* What is typed before the page is hydrated, or before it knows who is signed in. */

test('input typed before hydration is restored after navigating away and back', async ({ page }) => {
  const comeAlive = await openBeforeItIsAlive(page, '/')
  await page.getByLabel('Message').fill('Is it quiet?')
  comeAlive()
  await expect(page.getByRole('button', { name: 'Send' })).toBeEnabled()
  await page.getByRole('banner').getByRole('link', { name: 'Blogs' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Blogs')
  await page.goBack()
  await expect(page.getByLabel('Message')).toHaveValue('Is it quiet?')

  const comeAliveAgain = await openBeforeItIsAlive(page, '/signup')
  await page.getByLabel('Name').fill('Early Bird')
  await page.getByLabel('Email').fill('early@example.com')
  await page.getByLabel('Seller').check()
  comeAliveAgain()
  await expect(page.getByRole('button', { name: 'Sign Up', exact: true })).toBeEnabled()
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Login')
  await expect(page.getByLabel('Email')).toHaveValue('early@example.com')
  await page.goBack()
  await expect(page.getByLabel('Name')).toHaveValue('Early Bird')
  await expect(page.getByLabel('Email')).toHaveValue('early@example.com')
  await expect(page.getByLabel('Seller')).toBeChecked()
})

test('input typed before hydration stays, with the focus, on a page translated meanwhile', async ({
  page,
  expectConsole,
}) => {
  // React renders the page anew.
  expectConsole(/React error #418/)
  const translateHeading = () =>
    page.getByRole('heading', { level: 1 }).evaluate((heading) => {
      heading.innerHTML = '<font>শিরোনাম</font>'
    })
  const comeAlive = await openBeforeItIsAlive(page, '/signup')
  const email = page.getByLabel('Email')
  await page.getByLabel('Name').fill('Early Bird')
  await page.getByLabel('Photo').setInputFiles(photo())
  await page.getByLabel('Seller').check()
  await page.getByRole('checkbox').check()
  await email.fill('early@example.com')
  await translateHeading()
  comeAlive()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign Up')
  await expect(email).toBeFocused()
  await expect(email).toHaveValue('early@example.com')
  await expect(page.getByLabel('Name')).toHaveValue('Early Bird')
  await expect(page.getByLabel('Photo')).toHaveValue(/\.webp$/)
  await expect(page.getByLabel('Seller')).toBeChecked()
  await expect(page.getByRole('checkbox')).toBeChecked()
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Login')
  await expect(email).toHaveValue('early@example.com')

  const comeAliveAgain = await openBeforeItIsAlive(page, '/')
  await page.getByLabel('Message').fill('Is it quiet?')
  await translateHeading()
  comeAliveAgain()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome')
  await expect(page.getByLabel('Message')).toHaveValue('Is it quiet?')
  await expect(page.getByText('12 of')).toBeVisible()
})

test('an e-mail carried over to Login does not replace one typed before hydration', async ({ page }) => {
  await openAlive(page, '/signup')
  const email = page.getByLabel('Email')
  await email.fill('brought@example.com')
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Login')
  await expect(email).toHaveValue('brought@example.com')
  const comeAlive = await holdBack(page, '**/*.js')
  await page.reload({ waitUntil: 'commit' })
  await email.fill('typed@example.com')
  const found = page.waitForResponse('**/auth/get-session**')
  comeAlive()
  await (await found).finished()
  await expect(page.getByRole('main').getByRole('button', { name: 'Login', exact: true })).toBeEnabled()
  await expect(email).toBeFocused()
  await expect(email).toHaveValue('typed@example.com')
})

test('an order draft typed before the session is known is restored when the form reopens', async ({
  page,
}) => {
  await signUp(page, { email: newEmail() })
  const placeOrder = cardOf(page, await shareLaptop(page)).getByRole('button', { name: 'Place Order' })
  const know = await openUnknown(page, '/advertisedProducts')
  await placeOrder.click()
  const form = page.getByRole('dialog', { name: 'Booking Form' })
  await form.getByLabel('Phone').fill('01712345678')
  await form.getByLabel('Location').fill('IDB Bhaban')
  know()
  await expect(form.getByLabel('Email')).toHaveAttribute('readonly')
  await page.keyboard.press('Escape')
  await placeOrder.click()
  await expect(form.getByLabel('Phone')).toHaveValue('01712345678')
  await expect(form.getByLabel('Location')).toHaveValue('IDB Bhaban')
})

test('typing in the name field of Contact Us as it is filled in replaces the filled-in name', async ({
  page,
}) => {
  await signUp(page, { email: newEmail() })
  const know = await openUnknown(page, '/')
  const name = page.getByLabel('Name')
  await name.focus()
  know()
  await expect(name).not.toHaveValue('')
  await page.keyboard.type('Ada')
  await expect(name).toHaveValue('Ada')
})

test('the focus moves to the heading when a begun form gives way to the signed-in notice', async ({
  page,
}) => {
  await signUp(page, { email: newEmail() })
  for (const path of ['/login', '/signup']) {
    const know = await openUnknown(page, path)
    await page.getByLabel('Email').fill('other@example.com')
    know()
    await expect(page.getByText('You are signed in as')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('main').getByRole('link', { name: 'Dashboard' })).toBeFocused()
  }
})
