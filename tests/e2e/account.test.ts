import type { Browser, Page } from '@playwright/test'
import { expect, test } from '#tests/support/browser.ts'
import { expectDone } from '#tests/support/calls.ts'
import { mailedPath } from '#tests/support/outbox.ts'
import { expectScreenAccessible } from '#tests/support/screens.ts'
import {
  cardOf,
  expectTold,
  holdBack,
  message,
  newEmail,
  openAlive,
  openPayment,
  PASSWORD,
  photo,
  signIn,
  signInByForm,
  signUp,
  takeLaptop,
  typeCard,
} from '#tests/support/steps.ts'

const NEW_PASSWORD = 'another good password'

test('the mailed link resets a forgotten password once; the old password is refused', async ({
  page,
  browser,
  baseURL,
  expectConsole,
}) => {
  expectConsole(/status of 40[01]/)
  const email = newEmail()
  const elsewhere = await browser.newContext({ ...(baseURL && { baseURL }) })
  await signUp(elsewhere, { email })
  await elsewhere.close()

  await page.goto('/login')
  const forgotten = page.getByRole('button', { name: 'Forgotten Password' })
  const field = page.getByLabel('Email')
  await forgotten.click()
  await expect(field).toHaveAccessibleDescription('Email is Required.')
  await expect(field).toBeFocused()
  await field.fill('nobody')
  await forgotten.click()
  await expect(field).toHaveAccessibleDescription('Your Email is invalid. Please try a valid email.')
  await expectScreenAccessible(page)
  await field.fill(email)
  await expectTold(page, 'Password Reset Email Sent.', () => forgotten.click())
  await expect(page.getByText(`If ${email} has an account here`)).toBeVisible()
  await expectScreenAccessible(page)

  const link = await mailedPath(page, email, '/reset-password')
  // A session that exists here by then ends when the password is set, too.
  await expectDone(page.request.post('/auth/sign-in/email', { data: { email, password: PASSWORD } }))
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose a new password')
  await page.getByLabel('New password').fill(email)
  const set = page.getByRole('button', { name: 'Set the new password' })
  await set.click()
  await expect(page.getByLabel('New password')).toHaveAccessibleDescription(/is not a safe password/)
  await page.getByLabel('New password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Show what I type' }).click()
  await expect(page.getByLabel('New password')).toHaveAttribute('type', 'text')
  // Phones must not autocorrect it.
  await expect(page.getByLabel('New password')).toHaveAttribute('autocorrect', 'off')
  await expect(page.getByLabel('New password')).toHaveValue(NEW_PASSWORD)
  await expectScreenAccessible(page)
  await expectTold(page, 'Your new password is set. Please log in with it.', () => set.click())
  await expect(page).toHaveURL('/login')

  await signInByForm(page, email, PASSWORD)
  // The only one: setting the password ended the session here, and they know it.
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password')
  await page.getByLabel('Password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL('/')

  await page.goto(link)
  await page.getByLabel('New password').fill('a third good password')
  await expect(set).toBeEnabled()
  await set.press('Enter')
  await expect(page.getByRole('alert')).toContainText('This link has been used, or is too old.')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expectScreenAccessible(page)
  await page.getByRole('link', { name: 'Ask for a new link' }).click()
  await expect(page).toHaveURL('/login')
})

test('the mailed link confirms a sign-up and removes the note from the dashboard', async ({
  page,
  browser,
  baseURL,
}) => {
  const email = newEmail()
  await signUp(page, { email })
  await page.goto('/dashboard')
  await expect(page.getByText(`${email} is not confirmed yet`)).toBeVisible()
  await expectScreenAccessible(page)
  await expectTold(page, 'is on its way', () =>
    page.getByRole('button', { name: 'Send the e-mail again' }).click(),
  )
  await page.goto('/dashboard/account')
  await expect(page.getByText('Not confirmed')).toBeVisible()
  await expect(page.getByRole('row', { name: /This one/ })).toBeVisible()
  await expectScreenAccessible(page)
  const link = await mailedPath(page, email, '/confirm-email')

  const other = await (await browser.newContext({ baseURL })).newPage()
  await other.goto(link)
  await other.getByRole('main').getByRole('link', { name: 'Login' }).click()
  await expect(other.getByLabel('Email')).toHaveValue(email)
  await signIn(other, 'buyer@clamshell.test')
  await other.goto(link)
  await expect(other.getByText('Nothing has changed')).toContainText('buyer@clamshell.test')
  await expectScreenAccessible(other)
  await other.getByRole('button', { name: 'Sign out and continue' }).press('Enter')
  await expect(other.getByText('Please log in to the account of')).toContainText(email)
  await expect(other.getByRole('heading', { level: 1 })).toBeFocused()
  await expectScreenAccessible(other)
  await other.context().close()

  await page.goto(link)
  await expect(page.getByText(`${email} is confirmed.`)).toBeVisible()
  await expectScreenAccessible(page)
  await page.getByRole('link', { name: 'My Orders' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Orders: 0')
  await expect(page.getByText('is not confirmed yet')).toHaveCount(0)
  await page.goto('/dashboard/account')
  await expect(page.getByText('Confirmed', { exact: true })).toBeVisible()
})

test('a guest orders, follows the mail, signs up, finds the order under My Orders and pays', async ({
  page,
}) => {
  const laptop = await takeLaptop(page)
  const email = newEmail()
  await page.goto('/advertisedProducts')
  await cardOf(page, laptop).getByRole('button', { name: 'Place Order' }).click()
  const form = page.getByRole('dialog', { name: 'Booking Form' })
  await form.getByLabel('Your Name').fill('Grace Hopper')
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('Phone').fill('01700000008')
  await form.getByLabel('Location').fill('IDB Bhaban, Agargaon')
  await form.getByRole('button', { name: 'Submit' }).click()
  await expect(message(page)).toContainText(`We have sent an e-mail to ${email}.`)

  await page.goto(await mailedPath(page, email, '/confirm-email'))
  await expect(page.getByText('There is no account with')).toContainText(email)
  await expectScreenAccessible(page)
  await page.getByRole('link', { name: 'Sign Up', exact: true }).last().click()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await page.getByLabel('Name').fill('Grace Hopper')
  await page.getByLabel('Photo').setInputFiles(photo())
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('checkbox').check()
  await expectTold(page, 'User Created Successfully.', () =>
    page.getByRole('button', { name: 'Sign Up' }).click(),
  )
  await expect(page.getByText(`${email} is confirmed.`)).toBeVisible()

  await page.getByRole('main').getByRole('link', { name: 'My Orders' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Orders: 1')
  await openPayment(page, laptop)
  await typeCard(page, '4242424242424242')
  await expect(page.getByRole('heading', { name: 'Your Payment Successfully Received' })).toBeVisible()
})

test('My Account ends other sessions; an ended session is redirected to Login', async ({
  page,
  browser,
  baseURL,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED/)
  const email = newEmail()
  await signUp(page, { email })
  const first = await signedInElsewhere(browser, baseURL, email)
  await page.goto('/')
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.locator('#account').getByRole('link', { name: 'My Account' }).click()
  await expect(page.getByRole('row', { name: /This one/ })).toBeVisible()
  await expectTold(page, 'That device is signed out.', () =>
    page.getByRole('button', { name: /^Sign out Chrome/ }).click(),
  )
  await expect(page.getByRole('button', { name: /^Sign out \w/ })).toHaveCount(0)
  await expect(page.getByRole('row', { name: /This one/ })).toBeFocused()
  await first.getByRole('button', { name: /^Account of/ }).click()
  await first.locator('#account').getByRole('link', { name: 'My Wishlist' }).click()
  await expect(first).toHaveURL(/\/login\?next=%2Fdashboard%2Fmywishlist/)
  await first.context().close()

  const others = await Promise.all([
    signInElsewhere(browser, baseURL, email),
    signInElsewhere(browser, baseURL, email),
  ])
  await page.reload()
  await page.route('**/api/sessions/*', (route) => route.abort())
  await page.getByRole('button', { name: 'Sign out all others' }).click()
  await expect(page.getByText('Not everything was signed out, or the answer was lost. Check')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Sign out Chrome/ })).toHaveCount(2)
  await page.unroute('**/api/sessions/*')
  await expectTold(page, 'Everything else is signed out.', () =>
    page.getByRole('button', { name: 'Sign out all others' }).click(),
  )
  await expect(page.getByRole('button', { name: /^Sign out \w/ })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Where you are signed in' })).toBeFocused()
  for (const other of others)
    expect(await (await other.request.get('/auth/get-session')).json(), 'the session has ended').toBe(null)
})

test('a changed password ends the other sessions and keeps this one', async ({
  page,
  browser,
  baseURL,
  expectConsole,
}) => {
  expectConsole(/status of 40[01]/)
  const email = newEmail()
  await signUp(page, { email })
  const other = await signedInElsewhere(browser, baseURL, email)
  await page.goto('/dashboard/account')
  // The user name under which a password manager saves the new password.
  await expect(page.locator('form [autocomplete=username]')).toHaveValue(email)
  await page.getByLabel('Current password').fill('not the password')
  await page.getByLabel('New password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByLabel('Current password')).toHaveAccessibleDescription(
    'This is not your current password.',
  )
  await expectScreenAccessible(page)
  await page.getByLabel('Current password').fill(PASSWORD)
  const change = await holdBack(page, '**/auth/change-password')
  await page.getByLabel('New password').press('Enter')
  for (const held of ['Current password', 'New password'])
    await expect(page.getByLabel(held)).not.toBeEditable()
  await expect(page.getByLabel('New password')).toBeFocused()
  await expectTold(page, 'Your password was changed.', change)
  await expect(page.getByLabel('Current password')).toHaveValue('')
  await expect(page.getByLabel('New password')).toBeEditable()
  await expect(page.getByRole('button', { name: /^Sign out \w/ })).toHaveCount(0)
  await other.reload()
  await expect(other).toHaveURL(/\/login\?next=/)
  await signIn(other, email, NEW_PASSWORD)
})

async function signInElsewhere(browser: Browser, baseURL: string | undefined, email: string) {
  const context = await browser.newContext({ ...(baseURL && { baseURL }) })
  const answer = await context.request.post('/auth/sign-in/email', { data: { email, password: PASSWORD } })
  expect(answer.status()).toBe(200)
  return context
}

/** A page of another browser, signed in, at their orders. */
async function signedInElsewhere(
  browser: Browser,
  baseURL: string | undefined,
  email: string,
): Promise<Page> {
  const page = await (await signInElsewhere(browser, baseURL, email)).newPage()
  await page.goto('/dashboard/myorders')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Orders: 0')
  return page
}

test('a busy button is disabled, keeps the focus and sends one request', async ({ page, expectConsole }) => {
  expectConsole(/ERR_FAILED/)
  const press = async (name: string, call: string, said: string) => {
    const asked = Promise.withResolvers<void>()
    let calls = 0
    await page.route(call, async (route) => {
      calls += 1
      await asked.promise
      await route.abort()
    })
    const button = page.getByRole('main').getByRole('button', { name })
    await button.press('Enter')
    await expect(button).toBeDisabled()
    await expect(button).toBeFocused()
    await page.keyboard.press('Enter')
    asked.resolve()
    await expect(page.getByRole('alert')).toContainText(said)
    await expect(button).toBeEnabled()
    await expect(button).toBeFocused()
    expect(calls, 'the request is sent once').toBe(1)
  }
  await openAlive(page, '/login')
  await press('Sign in with Google', '**/auth/sign-in/social', 'Clamshell cannot be reached.')
  await signUp(page, { email: newEmail() })
  await page.goto('/dashboard/myorders')
  await press('Send the e-mail again', '**/auth/send-verification-email', 'The e-mail was not sent')
  const told = { email: 'ada@example.com', outcome: 'signed-in-as-another' }
  await page.route('**/auth/confirm-email', (route) => route.fulfill({ json: told }))
  await page.goto('/confirm-email?token=abc')
  await press('Sign out and continue', '**/auth/sign-out', 'You were not signed out')
})
