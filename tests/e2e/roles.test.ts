import { expect, expectNoAxeViolations, test } from '#tests/support/browser.ts'
import { orderAndOpenPayment } from '#tests/support/calls.ts'
import {
  cardOf,
  expectTold,
  holdAnswer,
  holdBack,
  message,
  newEmail,
  openAlive,
  PASSWORD,
  sendSignUp,
  signIn,
  signInByForm,
  signUp,
  signUpByForm,
  takeLaptop,
  takeOther,
} from '#tests/support/steps.ts'

test('a sign-up as seller leads to the dashboard of a seller, with the chosen photo', async ({ page }) => {
  const email = newEmail()
  await signUpByForm(page, { email, userType: 'seller' })
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/dashboard/mybuyers')
  const photo = page.getByRole('complementary').locator('img')
  await expect(photo).toHaveJSProperty('complete', true)
  expect(await photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  const answer = await page.request.get('/auth/get-session')
  const { user } = await answer.json()
  expect(new URL((await photo.getAttribute('src')) ?? '', page.url()).pathname).toBe(
    new URL(user.image, page.url()).pathname,
  )
  await page.getByRole('complementary').getByRole('link', { name: 'My Account' }).click()
  const verification = page.getByRole('term').filter({ hasText: 'Verification' })
  await expect(verification.locator('+ dd')).toHaveText('Not verified yet')
})

test('the sign-up form is locked while the photo uploads, and the chosen role is used', async ({ page }) => {
  const letGo = await holdBack(page, '**/api/images**')
  await sendSignUp(page, { email: newEmail(), userType: 'seller' })
  await expect(page.getByRole('button', { name: 'Sign Up' })).toBeDisabled()
  const [buyer, seller] = [page.getByLabel('Buyer'), page.getByLabel('Seller')]
  // By mouse, and by keyboard.
  await buyer.click({ force: true })
  await expect(seller).toBeChecked()
  await seller.press('ArrowLeft')
  await expect(seller).toBeChecked()
  for (const name of ['Name', 'Email', 'Password']) await expect(page.getByLabel(name)).not.toBeEditable()
  await expect(page.getByLabel('Photo')).toBeDisabled()
  await expectNoAxeViolations(page)
  await expectTold(page, 'User Created Successfully.', letGo)
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/dashboard/mybuyers')
})

test('a sign-in requests the session, the token and the user once each', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/(?:auth|api)\/(?:get-session|jwt|user)$/.test(pathname)) asked.push(pathname)
  })
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Login' })).toBeEnabled()
  await expect.poll(() => asked).toEqual(['/auth/get-session'])
  await signInByForm(page, 'buyer@clamshell.test')
  await expect(page).toHaveURL('/')
  await expect.poll(() => asked.slice(1)).toEqual(['/auth/get-session', '/api/jwt', '/api/user'])
})

test('a card tells a seller why ordering and saving are disabled', async ({ page }) => {
  await signIn(page, 'seller@clamshell.test')
  await page.goto('/advertisedProducts')
  const card = page.getByRole('article').first()
  for (const [name, why] of [
    ['Place Order', 'Only buyers can order.'],
    ['Add to Wishlist', 'Only buyers can keep a wishlist.'],
  ] as const) {
    const button = card.getByRole('button', { name })
    await expect(button).toHaveAccessibleDescription(why)
    await expect(button).toBeDisabled()
  }
})

test('Login and Sign Up show the signed-in account until it signs out', async ({ page, context }) => {
  await signIn(page, 'buyer@clamshell.test')
  await page.goto('/dashboard/myorders')
  for (const name of ['Sign In', 'Sign Up']) {
    await page.getByRole('complementary').getByRole('link', { name }).click()
    await expect(page.getByText('You are signed in as')).toContainText('buyer@clamshell.test')
    await page.getByRole('main').getByRole('link', { name: 'Dashboard' }).click()
    await expect(page).toHaveURL('/dashboard/myorders')
  }
  await page.goto('/login?next=/blogs')
  await expect(page.getByText('You are signed in as')).toBeVisible()
  const other = await context.newPage()
  await other.goto('/blogs')
  await other.getByRole('button', { name: /^Account of/ }).click()
  await other.getByRole('button', { name: 'Sign out', exact: true }).click()
  await signInByForm(page, 'buyer@clamshell.test')
  await expect(page).toHaveURL('/blogs')
})

test('signing in with a next that is no page of the site leads to the home page', async ({ page }) => {
  await openAlive(page, '/login?next=/api/docs')
  await signInByForm(page, 'buyer@clamshell.test')
  await expect(page).toHaveURL('/')
  await page.goto('/login?next=/api/docs')
  await page.getByRole('main').getByRole('link', { name: 'Dashboard' }).click()
  await expect(page).toHaveURL('/dashboard/myorders')
})

test('the links between Login and Sign Up lead to the URL in their href', async ({ page }) => {
  await openAlive(page, '/login?next=/dashboard')
  for (const name of ['Sign Up', 'Login']) {
    const link = page.getByRole('main').getByRole('link', { name })
    const href = (await link.getAttribute('href')) ?? ''
    await link.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
    await expect(page).toHaveURL(href)
  }
})

test('Sign Up redirects once a session exists, from another tab or an earlier submit', async ({
  page,
  context,
}) => {
  await openAlive(page, '/signup?next=/blogs')
  await page.getByLabel('Name').fill('Ada')
  const other = await context.newPage()
  await other.goto('/login')
  await signInByForm(other, 'buyer@clamshell.test')
  await expect(page).toHaveURL('/blogs')
  await expect(other).toHaveURL('/')
  await other.getByRole('button', { name: /^Account of/ }).click()
  await other.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(page.getByRole('button', { name: /^Account of/ })).toHaveCount(0)

  const answer = await holdBack(page, '**/api/users')
  await sendSignUp(page, { email: newEmail() })
  await page.getByRole('banner').getByRole('link', { name: 'Blogs' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Blogs')
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Sign Up' })).toBeEnabled()
  answer()
  await expect(message(page)).toContainText('User Created Successfully.')
  await expect(page).toHaveURL('/')
})

test('an interrupted sign-up continues with the choice of a role', async ({ page }) => {
  const email = newEmail()
  await page.request.post('/auth/sign-up/email', {
    data: { name: 'Ada Lovelace', email, password: PASSWORD },
  })
  await page.goto('/advertisedProducts')
  const card = page.getByRole('article').first()
  for (const name of ['Place Order', 'Add to Wishlist']) {
    const button = card.getByRole('button', { name })
    await expect(button).toHaveAccessibleDescription('Finish your sign-up under Dashboard first.')
    await expect(button).toBeDisabled()
  }
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('One more step')
  await expectNoAxeViolations(page)
  await page.getByLabel('Seller').check()
  const answer = await holdBack(page, '**/api/users')
  await page.getByRole('button', { name: 'Continue' }).click()
  // The form is being sent, and the choice stays.
  await page.getByLabel('Buyer').click({ force: true })
  await expect(page.getByLabel('Seller')).toBeChecked()
  await expectTold(page, 'User Created Successfully.', answer)
  await expect(page).toHaveURL('/dashboard/mybuyers')
})

test('a payment URL without an order shows a seller an error and leads to their dashboard', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/status of 404/)
  await signIn(page, 'seller@clamshell.test')
  for (const id of ['abc', '0198c7c5-0b7a-7cc0-8a52-6b1f6a0f7d3e']) {
    await page.goto(`/dashboard/payment/${id}`)
    await expect(page.getByRole('alert')).toContainText('There is no such order.')
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  }
  await page.getByRole('main').getByRole('link', { name: 'Dashboard' }).click()
  await expect(page).toHaveURL('/dashboard/mybuyers')
})

test('an order link opened by another account names it, and works after signing in as the buyer', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/status of 404/)
  const email = newEmail()
  await signUp(page, { email })
  await orderAndOpenPayment(page, email, await takeOther(page))
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText(/^Please complete the payment for/)
  const { pathname } = new URL(page.url())
  await signIn(page, 'seller@clamshell.test')
  await page.goto(pathname)
  const main = page.getByRole('main')
  await expect(main.getByRole('alert')).toHaveText('There is no such order.')
  await expect(main.getByText('You are signed in as seller@clamshell.test.')).toContainText(
    'If an e-mail to another address led here, sign out and sign in with that one.',
  )
  await expectNoAxeViolations(page)
  await expectTold(page, 'Sign Out Successfully.', () =>
    main.getByRole('button', { name: 'Sign out' }).click(),
  )
  await expect(page).toHaveURL(`/login?next=${encodeURIComponent(pathname)}`)
  await signInByForm(page, email, PASSWORD)
  await expect(page).toHaveURL(pathname)
  await expect(heading).toHaveText(/^Please complete the payment for/)
})

test('a heart filled by one buyer is empty for the next, even if a response is late', async ({
  page,
  context,
}) => {
  const [one, next] = [newEmail(), newEmail()]
  await signUp(page, { email: next })
  await signUp(page, { email: one })
  const laptop = await takeLaptop(page)
  await page.goto('/advertisedProducts')
  const heart = cardOf(page, laptop).getByRole('button', { name: 'Add to Wishlist' })
  await heart.click()
  await expect(heart).toHaveAccessibleDescription('It is on your wishlist.')
  const other = await context.newPage()
  await other.goto('/')
  // Even if the response for the first person arrives after all responses for the next.
  const late = await holdAnswer(page, '**/api/wishlist?*')
  await page.reload()
  await late.given
  await other.getByRole('button', { name: /^Account of/ }).click()
  await other.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(heart).toHaveAccessibleDescription('Sign in as a buyer to keep a wishlist.')
  await other.goto('/login')
  const known = page.waitForResponse('**/api/wishlist?*')
  await signInByForm(other, next, PASSWORD)
  await (await known).finished()
  const came = page.waitForResponse('**/api/wishlist?*')
  late.come()
  await (await came).finished()
  await expect(heart).toBeEnabled()
  await expect(heart).toHaveAccessibleDescription('')
})
