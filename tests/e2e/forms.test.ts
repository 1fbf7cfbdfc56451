import type { Locator, Page, Route } from '@playwright/test'
import sharp from 'sharp'
import { expect, expectNoAxeViolations, test } from '#tests/support/browser.ts'
import { headersOf, insert } from '#tests/support/calls.ts'
import {
  cardOf,
  drawn,
  expectTold,
  holdBack,
  message,
  newEmail,
  openUnknown,
  PASSWORD,
  photo,
  sendSignUp,
  shareLaptop,
  signIn,
  signInByForm,
  signUp,
  takeLaptop,
} from '#tests/support/steps.ts'

const EMAIL = 'buyer@clamshell.test'
const loginButton = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Login', exact: true })

test('without JavaScript, no form submits or puts its input into the URL', async ({ browser, shop }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: shop.url })
  const page = await context.newPage()
  for (const path of ['/login', '/signup', '/reset-password?token=abc', '/'])
    await test.step(path, async () => {
      await page.goto(path)
      const form = page.getByRole('main').locator('form')
      await expect(form).toHaveAttribute('method', 'post')
      await expect(form.locator('[type=submit]')).toBeDisabled()
      const typed = form.getByLabel(/password|name/i).first()
      await typed.fill('a good long password')
      await typed.press('Enter')
      await expect(page).toHaveURL(path)
    })
  await context.close()
})

test('a form is sent once; a refusal keeps the focus, an invalid field takes it', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/status of 40[01]/)
  await page.goto('/login')
  let sent = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/auth/sign-in/email')) sent += 1
  })
  const letGo = await holdBack(page, '**/auth/sign-in/email')
  await signInByForm(page, EMAIL, 'not the password')
  await expect(loginButton(page)).toBeDisabled()
  await expect(loginButton(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByLabel('Password').press('Enter')
  await loginButton(page).focus()
  letGo()
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password')
  await expect(loginButton(page)).toBeFocused()
  expect(sent).toBe(1)

  await page.goto('/')
  const contact = page.getByRole('region', { name: 'Contact Us' })
  await contact.getByLabel('Name').fill('Ada')
  await contact.getByLabel('Email').fill('ada@example')
  await contact.getByLabel('Subject').fill('A question')
  await contact.getByLabel('Message').fill('How is the battery?')
  const send = contact.getByRole('button', { name: 'Send' })
  await send.click()
  await expect(contact.getByLabel('Email')).toBeFocused()
  await expect(contact.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true')
  await contact.getByLabel('Email').fill('ada@example.com')
  await expect(contact.getByLabel('Email')).not.toHaveAttribute('aria-invalid')
})

test('a sign-up marks a blank name and succeeds once it is filled in', async ({ page, expectConsole }) => {
  expectConsole(/status of 400/)
  await page.goto('/signup')
  const name = page.getByLabel('Name')
  await name.fill('   ')
  await page.getByLabel('Photo').setInputFiles(photo())
  await page.getByLabel('Email').fill(newEmail())
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(name).toHaveAttribute('aria-invalid', 'true')
  await expect(name).toBeFocused()
  await name.fill('Ada Lovelace')
  await expectTold(page, 'User Created Successfully.', () =>
    page.getByRole('button', { name: 'Sign Up' }).click(),
  )
})

test('a sign-in whose cookie is not stored says that cookies are needed', async ({ page }) => {
  const withoutCookie = (route: Route) => route.fulfill({ json: { token: 'a', user: { id: 'b' } } })
  await page.route('**/auth/sign-in/email', withoutCookie)
  await page.goto('/login')
  await signInByForm(page, EMAIL)
  await expect(page.getByRole('alert')).toContainText(/cookies/i)
  await expect(page).toHaveURL('/login')
})

test('the Booking Form shows no signed-out notice before the session is known', async ({ page }) => {
  await signIn(page, 'buyer@clamshell.test')
  const answer = await openUnknown(page, '/advertisedProducts')
  await page.getByRole('button', { name: 'Place Order' }).first().click()
  const form = page.getByRole('dialog', { name: 'Booking Form' })
  await expect(form.getByRole('button', { name: 'Submit' })).toBeDisabled()
  await expect(form.getByText('You are not signed in.')).toHaveCount(0)
  await expectNoAxeViolations(page)
  await form.getByLabel('Location').fill('Zindabazar, Sylhet')
  await form.getByLabel('Your Name').focus()
  answer()
  await expect(form.getByLabel('Email')).toHaveValue('buyer@clamshell.test')
  await expect(form.getByLabel('Phone')).toBeFocused()
  await expect(form.getByLabel('Location')).toHaveValue('Zindabazar, Sylhet')
  await form.getByLabel('Phone').fill('01700000016')
  await form.getByLabel('Phone').press('ArrowUp')
  await expect(form.getByLabel('Phone')).toHaveValue('01700000016')
  // A number field stays empty if the browser fills in a number with a plus and a country code.
  await expect(form.getByLabel('Phone')).toHaveAttribute('autocomplete', 'tel-national')
  await expect(form.getByRole('button', { name: 'Submit' })).toBeEnabled()
})

test('the fields of a message, a report and an order are locked while they are sent', async ({ page }) => {
  await signUp(page, { email: newEmail() })
  const laptop = await shareLaptop(page)
  const card = cardOf(page, laptop)
  const price = laptop.currentPrice
  const done = { acknowledged: true, insertedId: 'one', reasonCounts: true, price, paid: false }
  const expectHeld = async (calls: string, last: Locator) => {
    const gone = Promise.withResolvers<void>()
    await page.route(calls, (route) => gone.promise.then(() => route.fulfill({ status: 201, json: done })))
    const typed = await last.inputValue()
    await last.locator('xpath=ancestor::form').locator('[type=submit]').click()
    await last.press('End')
    await page.keyboard.type(' and more')
    await expect(last).toHaveValue(typed)
    await expect(last).toBeFocused()
    return gone.resolve
  }
  await page.goto('/')
  await expect(page.getByLabel('Email')).not.toHaveValue('')
  await page.getByLabel('Subject').fill('A subject')
  const text = page.getByLabel('Message')
  await text.fill('A question.')
  const answer = await expectHeld('**/api/contact', text)
  answer()
  await expect(text).toHaveValue('')
  await expect(text).toBeEditable()

  await page.goto('/advertisedProducts')
  const dialog = page.getByRole('dialog')
  await card.getByRole('button', { name: 'Report this laptop' }).click()
  await dialog.getByLabel('What is wrong with it?').fill('The lid.')
  const thank = await expectHeld('**/api/reports', dialog.getByLabel('What is wrong with it?'))
  await expectTold(page, 'An admin will look at this laptop.', thank)
  await card.getByRole('button', { name: 'Place Order' }).click()
  await dialog.getByLabel('Phone').fill('01700000010')
  await dialog.getByLabel('Location').fill('Zindabazar, Sylhet')
  const submitted = await expectHeld('**/api/booking', dialog.getByLabel('Location'))
  await expect(dialog.getByLabel('Phone')).not.toBeEditable()
  await expectTold(page, 'Booking Successfully Submitted.', submitted)
})

test('a buyer signed out while booking is notified, and the input is restored after sign-in', async ({
  page,
  context,
  expectConsole,
}) => {
  expectConsole(/status of 400/)
  const email = newEmail()
  await signUp(page, { email })
  const laptop = await takeLaptop(page)
  const form = page.getByRole('dialog', { name: 'Booking Form' })
  await page.goto('/advertisedProducts')
  await cardOf(page, laptop).getByRole('button', { name: 'Place Order' }).click()
  await expect(form.getByLabel('Email')).toHaveValue(email)
  await form.getByLabel('Phone').fill('01700000009')
  await form.getByLabel('Location').fill('Zindabazar, Sylhet')
  await context.clearCookies()
  await page.evaluate(() => localStorage.setItem('accessToken', 'ended'))
  await form.getByRole('button', { name: 'Submit' }).click()
  await expect(form.getByText('You have been signed out.')).toBeVisible()
  await expect(form.getByText('Is required.')).toHaveCount(0)
  await expect(form.getByLabel('Phone')).toHaveValue('01700000009')
  await expectNoAxeViolations(page)
  await form.getByRole('link', { name: 'Login' }).click()
  await expect(page).toHaveURL('/login?next=%2FadvertisedProducts')
  await signInByForm(page, email, PASSWORD)
  await expect(page).toHaveURL('/advertisedProducts')
  await cardOf(page, laptop).getByRole('button', { name: 'Place Order' }).click()
  await expect(form.getByLabel('Phone')).toHaveValue('01700000009')
  await expect(form.getByLabel('Location')).toHaveValue('Zindabazar, Sylhet')
  await expectTold(page, 'Booking Successfully Submitted.', () =>
    form.getByRole('button', { name: 'Submit' }).click(),
  )
})

test('the input of a buyer signed out while booking from the wishlist is restored after sign-in', async ({
  page,
  context,
  expectConsole,
}) => {
  expectConsole(/status of 400/)
  const email = newEmail()
  await signUp(page, { email })
  const laptop = await takeLaptop(page)
  await insert(page, '/api/wishlist', {
    headers: await headersOf(page, email),
    data: { productId: laptop._id },
  })
  const form = page.getByRole('dialog', { name: 'Booking Form' })
  const pleasePay = page.getByRole('link', { name: `Please Pay for ${laptop.name}` })
  await page.goto('/dashboard/mywishlist')
  await pleasePay.click()
  await form.getByLabel('Phone').fill('01700000009')
  await form.getByLabel('Location').fill('Zindabazar, Sylhet')
  await context.clearCookies()
  await page.evaluate(() => localStorage.setItem('accessToken', 'ended'))
  await form.getByRole('button', { name: 'Submit' }).click()
  const asked = encodeURIComponent(`/dashboard/mywishlist?order=${laptop._id}`)
  await expect(page).toHaveURL(`/login?next=${asked}`)
  await signInByForm(page, email, PASSWORD)
  await expect(form.getByLabel('Phone')).toHaveValue('01700000009')
  await expect(form.getByLabel('Location')).toHaveValue('Zindabazar, Sylhet')
})

test('the Booking Form reports a failed session check, and a retry succeeds', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/status of 503/)
  await signIn(page, EMAIL)
  await page.route('**/auth/get-session**', (route) => route.fulfill({ status: 503 }))
  await page.goto('/advertisedProducts')
  await page.getByRole('button', { name: 'Place Order' }).first().click()
  const form = page.getByRole('dialog', { name: 'Booking Form' })
  await expect(form.getByRole('alert')).toContainText('on our side')
  await expect(form.getByText('You are not signed in.')).toHaveCount(0)
  await expectNoAxeViolations(page)
  await form.getByLabel('Phone').fill('01700000009')
  await page.unroute('**/auth/get-session**')
  await form.getByRole('button', { name: 'Try again' }).click()
  await expect(form.getByLabel('Email')).toHaveValue(EMAIL)
  await expect(form.getByLabel('Phone')).toHaveValue('01700000009')
  await expect(form.getByRole('button', { name: 'Submit' })).toBeEnabled()
})

/** Goes to another page, releases the pending response, and is still there after its message. */
async function goOn(page: Page, answer: () => void, said: string): Promise<void> {
  await page.getByRole('banner').getByRole('link', { name: 'Blogs' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Blogs')
  answer()
  await expect(message(page)).toContainText(said)
  await drawn(page)
  await expect(page).toHaveURL('/blogs')
}

test('a sign-up or password reset that completes after navigation does not redirect', async ({ page }) => {
  const signUpGoesOn = await holdBack(page, '**/auth/sign-up/email')
  await sendSignUp(page, { email: newEmail() })
  await goOn(page, signUpGoesOn, 'User Created Successfully.')

  const gone = Promise.withResolvers<void>()
  const done = (route: Route) => gone.promise.then(() => route.fulfill({ json: { status: true } }))
  await page.route('**/auth/reset-password', done)
  await page.goto('/reset-password?token=abc')
  await page.getByLabel('New password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Set the new password' }).click()
  await goOn(page, gone.resolve, 'Your new password is set.')
})

test('a picture of any aspect ratio is previewed whole within its frame', async ({ page }) => {
  await signIn(page, 'seller@clamshell.test')
  await page.goto('/dashboard/addproducts')
  for (const [width, height] of [
    [900, 1600],
    [1600, 500],
  ] as const) {
    const buffer = await sharp({ create: { width, height, channels: 3, background: 'teal' } })
      .jpeg()
      .toBuffer()
    await page.getByLabel('Image').setInputFiles({ name: 'laptop.jpg', mimeType: 'image/jpeg', buffer })
    const shown = page.getByAltText('The one you chose')
    await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalHeight)).toBe(height)
    const beyond = await shown.evaluate(
      (img: HTMLImageElement) => img.clientHeight - img.parentElement!.clientHeight,
    )
    expect(beyond, `overflow below the frame of ${width} x ${height}`).toBeLessThanOrEqual(0)
    await expect(shown).toHaveCSS('object-fit', 'contain')
  }
})
