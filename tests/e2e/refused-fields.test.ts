import type { Locator, Page } from '@playwright/test'
import { expect, test } from '#tests/support/browser.ts'
import {
  cardOf,
  describeLaptop,
  expectTold,
  fillSignUp,
  message,
  newEmail,
  openAlive,
  PASSWORD,
  photo,
  shareLaptop,
  signIn,
  signInByForm,
  signUp,
} from '#tests/support/steps.ts'

/* What the shop refuses about a field is shown once, at that field, until it is changed. */

type Form = {
  title: string
  /** Opens the form and fills it in. */
  open: (page: Page) => Promise<void>
  action: string
  calls: string
  /** The labels of its fields, in their order, by the API's names, each with other values. */
  fields: Record<string, [label: string, changed: string]>
}

async function openBooking(page: Page): Promise<void> {
  await page.goto('/advertisedProducts')
  const laptop = await shareLaptop(page)
  await cardOf(page, laptop).getByRole('button', { name: 'Place Order' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Your Name').fill('Ada Lovelace')
  await form.getByLabel('Email').fill(newEmail())
  await form.getByLabel('Phone').fill('12')
  await form.getByLabel('Location').fill('Zindabazar, Sylhet')
}

const FORMS: Form[] = [
  {
    title: 'the Booking Form',
    open: openBooking,
    action: 'Submit',
    calls: '**/api/booking',
    fields: {
      buyerName: ['Your Name', 'Ada'],
      buyerEmail: ['Email', 'ada@example.com'],
      phone: ['Phone', '01700000000'],
      location: ['Location', 'Sylhet'],
    },
  },
  {
    title: 'Sign Up',
    async open(page) {
      await page.goto('/signup')
      await fillSignUp(page, { email: newEmail() })
      const data = { url: '/api/images/of-nobody' }
      await page.route('**/api/images?*', (route) => route.fulfill({ json: { success: true, data } }))
    },
    action: 'Sign Up',
    calls: '**/auth/sign-up/email',
    fields: {
      name: ['Name', 'Ada'],
      image: ['Photo', ''],
      email: ['Email', 'ada@example.com'],
      password: ['Password', 'another good password'],
    },
  },
  {
    title: 'My Account',
    async open(page) {
      await signUp(page, { email: newEmail() })
      await page.goto('/dashboard/account')
      await page.getByLabel('Current password').fill(PASSWORD)
      await page.getByLabel('New password').fill('another good password')
    },
    action: 'Change password',
    calls: '**/auth/change-password',
    fields: { currentPassword: ['Current password', PASSWORD], newPassword: ['New password', PASSWORD] },
  },
  {
    title: 'the page for a new password',
    async open(page) {
      await page.goto('/reset-password?token=any')
      await page.getByLabel('New password').fill(PASSWORD)
    },
    action: 'Set the new password',
    calls: '**/auth/reset-password',
    fields: { newPassword: ['New password', 'another good password'] },
  },
  {
    title: 'a report',
    async open(page) {
      await signUp(page, { email: newEmail() })
      const laptop = await shareLaptop(page)
      await page.goto('/advertisedProducts')
      await cardOf(page, laptop).getByRole('button', { name: 'Report this laptop' }).click()
      await page.getByLabel('What is wrong with it?').fill('The lid.')
    },
    action: 'Submit',
    calls: '**/api/reports',
    fields: { reason: ['What is wrong with it?', 'The hinge.'] },
  },
  {
    title: 'Contact Us',
    async open(page) {
      await page.goto('/')
      await page.getByLabel('Name').fill('Ada Lovelace')
      await page.getByLabel('Email').fill('ada@example')
      await page.getByLabel('Subject').fill('A subject')
      await page.getByLabel('Message').fill('A question.')
    },
    action: 'Send',
    calls: '**/api/contact',
    fields: {
      name: ['Name', 'Ada'],
      email: ['Email', 'ada@example.com'],
      subject: ['Subject', 'Another'],
      message: ['Message', 'Another.'],
    },
  },
  {
    title: 'Add Products',
    async open(page) {
      await signIn(page, 'seller@clamshell.test')
      await describeLaptop(page, 'HP Refused')
      await page.getByLabel('Image').setInputFiles(photo())
      const data = { url: '/api/images/of-nobody' }
      await page.route('**/api/images?*', (route) => route.fulfill({ json: { success: true, data } }))
    },
    action: 'Add Product',
    calls: '**/api/addproducts',
    fields: {
      name: ['Name', 'HP'],
      originalPrice: ['Original Price', '900'],
      phone: ['Phone', '01700000001'],
      image: ['Image', ''],
      description: ['Description', 'Another.'],
    },
  },
]

/** Changes a field, or chooses another picture. */
const change = (field: Locator, typed: string) =>
  typed ? field.fill(typed) : field.setInputFiles([]).then(() => field.setInputFiles(photo()))

for (const { title, open, action, calls, fields } of FORMS)
  test(`${title} shows a refusal about its fields at these only, and another one below`, async ({
    page,
    expectConsole,
  }) => {
    expectConsole(/status of 400/)
    await open(page)
    const form = page.locator('form').filter({ has: page.getByRole('button', { name: action, exact: true }) })
    const send = form.getByRole('button', { name: action, exact: true })
    const refuse = async (errors: { pointer: string; message: string }[]) => {
      await page.unroute(calls)
      const json = { code: 'bad-input', detail: 'The shop has refused that.', errors }
      await page.route(calls, (route) =>
        route.fulfill({ status: 400, contentType: 'application/problem+json', json }),
      )
    }
    const all = Object.entries(fields).map(([name, [label, changed]]) => ({
      pointer: `/${name}`,
      message: `The ${name} is wrong.`,
      field: form.getByLabel(label, { exact: true }),
      changed,
    }))
    const [first, ...others] = all
    await refuse(all.map(({ pointer, message }) => ({ pointer, message })))
    await send.click()
    for (const { field, message } of all) {
      await expect(field).toHaveAttribute('aria-invalid', 'true')
      await expect(field).toHaveAccessibleDescription(new RegExp(message))
      await expect(form.getByRole('alert').filter({ hasText: message })).toBeVisible()
    }
    await expect(first!.field).toBeFocused()
    await expect(form.getByRole('alert')).toHaveCount(all.length)

    for (const { field, changed } of others) await change(field, changed)
    for (const { field, message } of others) {
      await expect(field).not.toHaveAttribute('aria-invalid')
      await expect(form.getByText(message)).toHaveCount(0)
    }
    await change(first!.field, first!.changed)
    await expect(form.locator('[aria-invalid]')).toHaveCount(0)
    await expect(form.getByText(first!.message)).toHaveCount(0)
    await expect(form.getByRole('alert')).toHaveCount(0)

    const elsewhere = [{ pointer: '/anything', message: 'Is wrong.' }]
    await refuse(elsewhere)
    await send.click()
    await expect(form.getByRole('alert')).toContainText('The shop has refused that.')
    await expect(form.locator('[aria-invalid]')).toHaveCount(0)

    const { pointer, message } = first!
    await refuse([{ pointer, message }, ...elsewhere])
    await send.click()
    await expect(first!.field).toHaveAccessibleDescription(new RegExp(message))
    await expect(form.getByRole('alert').filter({ hasText: 'The shop has refused that.' })).toBeVisible()
  })

test('a wrong phone number is shown at its field only, and no longer once it is corrected', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/status of 400/)
  await openBooking(page)
  const form = page.getByRole('dialog')
  const phone = form.getByLabel('Phone')
  // The focus is in the field already, and no screen reader reads it again: so the problem is announced.
  await phone.press('Enter')
  const why = 'Please type a phone number of 5 to 15 digits.'
  await expect(form.getByRole('alert')).toHaveText(why)
  await expect(phone).toBeFocused()
  await expect(form.getByText(why)).toHaveCount(1)
  await phone.fill('01700000000')
  await expect(form.getByText(why)).toHaveCount(0)
  await expect(form.getByRole('alert')).toHaveCount(0)
})

test('Login and Forgotten Password each clear what the other has said', async ({ page, expectConsole }) => {
  expectConsole(/status of 401/)
  expectConsole(/ERR_FAILED/)
  await page.goto('/login')
  const main = page.getByRole('main')
  const email = page.getByLabel('Email')
  const forgotten = page.getByRole('button', { name: 'Forgotten Password' })
  await signInByForm(page, 'buyer@clamshell.test', 'not the password')
  await expect(main.getByRole('alert')).toContainText(/password/i)
  await page.route('**/auth/request-password-reset', (route) => route.abort(), { times: 1 })
  await forgotten.click()
  await expect(email).toHaveAccessibleDescription(/Clamshell cannot be reached\./)
  await expect(email).toBeFocused()
  await expect(main.getByRole('alert')).toHaveText(/^Clamshell cannot be reached\./)

  await page.getByRole('button', { name: 'Login' }).click()
  await expect(main.getByRole('alert')).toContainText(/password/i)
  await expect(email).not.toHaveAttribute('aria-invalid')
  await expect(email).toHaveAccessibleDescription('')
  // What has gone well clears it, too.
  await expectTold(page, 'Password Reset Email Sent.', () => forgotten.click())
  await expect(main.getByRole('alert')).toHaveCount(0)
})

test('a password reset that fails after Login was pressed leaves its result alone', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/status of 401/)
  expectConsole(/ERR_FAILED/)
  await openAlive(page, '/login')
  const main = page.getByRole('main')
  const email = page.getByLabel('Email')
  const letFail = Promise.withResolvers<void>()
  await page.route('**/auth/request-password-reset', async (route) => {
    await letFail.promise
    await route.abort()
  })
  await email.fill('buyer@clamshell.test')
  await page.getByRole('button', { name: 'Forgotten Password' }).click()
  await signInByForm(page, 'buyer@clamshell.test', 'not the password')
  await expect(main.getByRole('alert')).toContainText(/password/i)
  letFail.resolve()
  await expect(message(page)).toContainText('The e-mail was not sent')
  await expect(main.getByRole('alert')).toHaveCount(1)
  await expect(email).not.toHaveAttribute('aria-invalid')
})
