import { createReadStream } from 'node:fs'
import type { Page, Route } from '@playwright/test'
import { expect, test } from '#tests/support/browser.ts'
import { expectDone, headersOf } from '#tests/support/calls.ts'
import {
  expectTold,
  loseAnswer,
  message,
  newEmail,
  PASSWORD,
  photo,
  sendSignUp,
  signUp,
} from '#tests/support/steps.ts'

/* A sign-up that is sent again, because the response was lost or something was refused. */

test('a sign-up repeated after a lost response enters the account with its password only', async ({
  page,
  context,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED|status of 4/)
  await page.route('**/auth/sign-up/email', loseAnswer, { times: 1 })
  await sendSignUp(page, { email: newEmail(), userType: 'seller' })
  const refused = page.getByRole('alert')
  await expect(refused).toContainText(
    'Your account was not created, or the answer was lost. Check your connection',
  )
  // The session cookie was lost with the response.
  await context.clearCookies()
  const again = page.getByRole('button', { name: 'Sign Up' })
  await page.getByLabel('Password').fill('another good password')
  await again.click()
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/User already exists\./)
  await expect(refused).toHaveText(/^User already exists\./)
  await page.getByLabel('Password').fill(PASSWORD)
  await expectTold(page, 'User Created Successfully.', () => again.click())
  await expect(page).toHaveURL('/')
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/dashboard/mybuyers')
})

/** Chooses another role after the response to the first was lost, and reads that the first one is kept. */
async function chooseAgain(page: Page, button: string): Promise<void> {
  await expect(page.getByRole('alert')).toContainText('Check your connection')
  await page.getByLabel('Buyer').check()
  await expectTold(page, 'You already have an account. Its role is Seller.', () =>
    page.getByRole('button', { name: button }).click(),
  )
  await expect(message(page)).not.toContainText('Successfully')
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/dashboard/mybuyers')
}

test('a sign-up repeated with another role after a lost response reports the role of the account', async ({
  page,
  context,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED/)
  await page.route('**/api/users', loseAnswer, { times: 1 })
  await sendSignUp(page, { email: newEmail(), userType: 'seller' })
  await chooseAgain(page, 'Sign Up')

  await context.clearCookies()
  const data = { name: 'Ada Lovelace', email: newEmail(), password: PASSWORD }
  await page.request.post('/auth/sign-up/email', { data })
  await page.goto('/dashboard')
  await page.getByLabel('Seller').check()
  await page.route('**/api/users', loseAnswer, { times: 1 })
  await page.getByRole('button', { name: 'Continue' }).click()
  await chooseAgain(page, 'Continue')
})

test('a photo whose reservation has expired is uploaded again on the next sign-up', async ({
  page,
  browser,
  shop,
  expectConsole,
}) => {
  expectConsole(/status of 4/)
  const upload = page.waitForResponse(/\/api\/images\?purpose=/)
  await sendSignUp(page, { email: 'buyer@clamshell.test' })
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/User already exists\./)
  const { url }: { url: string } = (await (await upload).json()).data
  // As after an hour: the picture is no longer reserved for them, and somebody else has it by now.
  const other = await browser.newContext({ baseURL: shop.url })
  await signUp(other, { email: newEmail(), image: url })
  await other.close()
  const email = newEmail()
  await page.getByLabel('Email').fill(email)
  await expectTold(page, 'User Created Successfully.', () =>
    page.getByRole('button', { name: 'Sign Up' }).click(),
  )
  const headers = await headersOf(page, email)
  const { image } = await (await page.request.get(`/api/user?email=${email}`, { headers })).json()
  expect(image).toMatch(/^\/api\/images\//)
  expect(image).not.toBe(url)
})

/** Uploads the photo and loses the response. Playwright only knows the headers of a request with a file. */
async function loseUpload(route: Route): Promise<void> {
  const headers = { 'Upload-Ticket': route.request().headers()['upload-ticket'] ?? '' }
  const { request } = route.request().frame().page()
  const image = createReadStream(photo())
  await expectDone(request.post('/api/images?purpose=avatar', { headers, multipart: { image } }))
  await route.abort()
}

test('a photo is resent with the same ticket after a 503, with a new one after a lost response', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED|status of (?:401|503)/)
  let tickets = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/image-tickets')) tickets += 1
  })
  await page.route('**/api/images?*', loseUpload, { times: 1 })
  await page.route('**/api/images?*', (route) => route.fulfill({ status: 503, json: {} }), { times: 1 })
  await sendSignUp(page, { email: newEmail() })
  const refused = page.getByRole('alert')
  await expect(refused).toContainText('Your photo was not uploaded. Something went wrong on our side.')
  const again = page.getByRole('button', { name: 'Sign Up' })
  await again.click()
  await expect(refused).toContainText('Your photo was not uploaded, or the answer was lost.')
  expect(tickets).toBe(1)
  await expectTold(page, 'User Created Successfully.', () => again.click())
  expect(tickets).toBe(2)
})
