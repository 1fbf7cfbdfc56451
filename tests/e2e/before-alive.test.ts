import { expect, expectNoAxeViolations, test } from '#tests/support/browser.ts'
import {
  cardOf,
  expectTold,
  holdBack,
  newEmail,
  openBeforeItIsAlive,
  openUnknown,
  shareLaptop,
  signIn,
  signUp,
  takeLaptop,
} from '#tests/support/steps.ts'

test('a page whose scripts fail to load says so and offers to load it again', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED/)
  const note = page.getByText('This page has not loaded fully')
  await page.route('**/*.js', (route) => route.abort())
  await page.goto('/login')
  await expect(note).toBeVisible()
  await expectNoAxeViolations(page)
  await page.unroute('**/*.js')
  await page.getByRole('link', { name: 'Load it again' }).click()
  await expect(page.getByRole('main').getByRole('button', { name: 'Login', exact: true })).toBeEnabled()
  await expect(note).toBeHidden()
})

test('a page whose scripts take 20 seconds to load says so until they have loaded', async ({ page }) => {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  const comeAlive = await openBeforeItIsAlive(page, '/login')
  const note = page.getByText('This page has not loaded fully')
  // When this is attached, the inline script before it counts the seconds.
  await expect(note).toBeAttached()
  await page.clock.runFor(19_000)
  await expect(note).toBeHidden()
  await page.clock.runFor(1000)
  await expect(note).toBeVisible()
  await page.clock.resume()
  comeAlive()
  await expect(note).toBeHidden()
  await page.clock.runFor(60_000)
  await expect(note).toBeHidden()
})

test('scripts are requested after the style sheet has loaded, fonts and images before', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.resourceType()))
  const letGo = await holdBack(page, '**/*.css')
  const opening = page.goto('/brand/hp', { waitUntil: 'commit' })
  await expect.poll(() => asked).toEqual(expect.arrayContaining(['font', 'image']))
  await opening
  expect(asked).not.toContain('script')
  letGo()
  await expect.poll(() => asked).toContain('script')
})

test('scripts are requested after the first contentful paint', async ({ page }) => {
  // Drops the fallback that loads them after two seconds at most.
  await page.addInitScript(() => {
    const { setTimeout } = window
    window.setTimeout = Object.assign(
      (...[work, wait]: Parameters<typeof setTimeout>) => (wait === 2000 ? 0 : setTimeout(work, wait)),
      setTimeout,
    )
  })
  await page.goto('/')
  await expect(page.getByRole('button', { name: /theme$/ }).first()).toBeEnabled()
  const [painted, first] = await page.evaluate(() => {
    const [paint] = performance.getEntriesByName('first-contentful-paint')
    const scripts = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'))
    return [paint?.startTime, Math.min(...scripts.map(({ startTime }) => startTime))]
  })
  expect(first).toBeGreaterThanOrEqual(painted ?? Number.POSITIVE_INFINITY)
})

test('a page without a paint still hydrates, as in a background tab', async ({ page }) => {
  await page.addInitScript(() => {
    window.PerformanceObserver.prototype.observe = () => {}
  })
  await page.goto('/login')
  await expect(page.getByRole('main').getByRole('button', { name: 'Login', exact: true })).toBeEnabled()
})

test('the theme icon matches the painted theme before hydration', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  const comeAlive = await openBeforeItIsAlive(page, '/')
  const icons = page.getByRole('button', { name: 'Dark theme' }).locator('svg')
  const [moon, sun] = [icons.first(), icons.last()]
  await expect(moon).toBeVisible()
  await expect(sun).toBeHidden()
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(sun).toBeVisible()
  await expect(moon).toBeHidden()
  comeAlive()
})

test('no form is sent before hydration where a reload restores enabled buttons', async ({ page }) => {
  for (const path of ['/', '/login', '/signup', '/reset-password?token=abc']) {
    const comeAlive = await openBeforeItIsAlive(page, path)
    const submit = page.getByRole('main').locator('form [type=submit]')
    await expect(submit).toBeDisabled()
    // What Firefox does on reload.
    await page.evaluate(() => {
      for (const button of document.querySelectorAll<HTMLButtonElement>('button:not([autocomplete=off])'))
        button.disabled = false
    })
    await expect(submit).toBeDisabled()
    comeAlive()
    await expect(submit).toBeEnabled()
    await page.unroute('**/*.js')
  }
})

test('an e-mail typed into Login before hydration stays and is used by Forgotten Password', async ({
  page,
}) => {
  const comeAlive = await openBeforeItIsAlive(page, '/login')
  await page.getByLabel('Email').fill('early@example.com')
  const found = page.waitForResponse('**/auth/get-session**')
  comeAlive()
  await expect(page.getByRole('main').getByRole('button', { name: 'Login', exact: true })).toBeEnabled()
  // Once the page knows who is signed in it renders again.
  await (await found).finished()
  await expect(page.getByLabel('Email')).toHaveValue('early@example.com')
  await page.getByRole('button', { name: 'Forgotten Password' }).click()
  await expect(page.getByText('If early@example.com has an account here')).toBeVisible()
})

test('choosing Seller before Sign Up is hydrated also disables Sign in with Google', async ({ page }) => {
  const comeAlive = await openBeforeItIsAlive(page, '/signup')
  const google = page.getByRole('button', { name: 'Sign in with Google' })
  const left: string[] = []
  page.on('request', (request) => left.push(new URL(request.url()).pathname))
  await page.getByLabel('Seller').check()
  // It would make a buyer of them. It says that it cannot be used yet, but people press it anyway.
  await google.press('Enter')
  const found = page.waitForResponse('**/auth/get-session**')
  comeAlive()
  await expect(page.getByRole('button', { name: 'Sign Up', exact: true })).toBeEnabled()
  await expect(google).toBeDisabled()
  await (await found).finished()
  await google.press('Enter')
  await expect(page.getByLabel('Seller')).toBeChecked()
  expect(left).not.toContain('/auth/sign-in/social')
  // A buyer is sent to Google, also by a press from before hydration.
  const comeAliveAgain = await openBeforeItIsAlive(page, '/signup')
  await google.press('Enter')
  comeAliveAgain()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose an account')
})

test('Place Order pressed before hydration opens the Booking Form, though the session is unknown', async ({
  page,
}) => {
  const laptop = await shareLaptop(page)
  await holdBack(page, '**/auth/get-session**')
  const comeAlive = await openBeforeItIsAlive(page, '/advertisedProducts')
  await cardOf(page, laptop).getByRole('button', { name: 'Place Order' }).click()
  comeAlive()
  const form = page.getByRole('dialog', { name: 'Booking Form' })
  await expect(form.getByLabel('Product Name')).toHaveValue(laptop.name)
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()
})

test('a press after hydration replaces a pending press from before it', async ({ page }) => {
  await signUp(page, { email: newEmail() })
  const card = cardOf(page, await shareLaptop(page))
  const heart = card.getByRole('button', { name: 'Add to Wishlist' })
  const tell = await holdBack(page, '**/auth/get-session**')
  const saved: string[] = []
  page.on('request', (request) => request.url().endsWith('/api/wishlist') && saved.push(request.method()))
  const comeAlive = await openBeforeItIsAlive(page, '/advertisedProducts')
  await heart.press('Enter')
  const asked = page.waitForRequest('**/auth/get-session**')
  comeAlive()
  await asked
  await page.getByRole('button', { name: 'Dark theme' }).click()
  // Once the page knows who is signed in it loads their wishlist.
  await Promise.all([page.waitForResponse('**/api/wishlist?**'), tell()])
  await expect(heart).toBeEnabled()
  expect(saved).toEqual([])
})

test('a button pressed before and again during hydration acts once', async ({ page }) => {
  // A moment after React starts listening for clicks, while it hydrates the page.
  await page.addInitScript(() => {
    const add = Document.prototype.addEventListener
    let isPressed = false
    Document.prototype.addEventListener = function (type: string, ...rest: unknown[]) {
      if (type === 'click' && !isPressed) {
        isPressed = true
        setTimeout(() => document.querySelector<HTMLElement>('[aria-label="Dark theme"]')?.click(), 4)
      }
      return Reflect.apply(add, this, [type, ...rest])
    }
  })
  const comeAlive = await openBeforeItIsAlive(page, '/advertisedProducts')
  const dark = page.getByRole('button', { name: 'Dark theme' })
  await dark.click()
  comeAlive()
  const heart = page.getByRole('button', { name: 'Add to Wishlist' }).first()
  await expect(heart).toHaveAccessibleDescription('Sign in as a buyer to keep a wishlist.')
  await expect(dark).toHaveAttribute('aria-pressed', 'true')
})

test('a menu button pressed during hydration opens its menu natively, without forcing hydration', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  // As soon as React starts listening for clicks, before it hydrates anything.
  await page.addInitScript(() => {
    const add = Document.prototype.addEventListener
    Document.prototype.addEventListener = function (type: string, ...rest: unknown[]) {
      if (type === 'click') {
        Document.prototype.addEventListener = add
        queueMicrotask(() => {
          document.querySelector<HTMLElement>('[popovertarget=drawer]')?.click()
          setTimeout(() => Object.assign(window, { isHurried: window.early === undefined }))
        })
      }
      return Reflect.apply(add, this, [type, ...rest])
    }
  })
  await page.goto('/advertisedProducts')
  await expect(page.locator('#drawer')).toBeVisible()
  expect(await page.evaluate('isHurried')).toBe(false)
})

test('a heart pressed before hydration saves the laptop and is filled on the next visit', async ({
  page,
}) => {
  const email = newEmail()
  await signUp(page, { email })
  const [laptop, other] = [await takeLaptop(page), await takeLaptop(page)]
  const heart = ({ name }: { name: string }) =>
    cardOf(page, { ...laptop, name }).getByRole('button', { name: 'Add to Wishlist' })
  const comeAlive = await openBeforeItIsAlive(page, '/advertisedProducts')
  // It says that it is not known yet who is signed in, but people press it anyway.
  await heart(laptop).press('Enter')
  await expectTold(page, 'Successfully added to Wishlist. Please complete the order.', comeAlive)
  await page.reload()
  await expect(heart(laptop)).toHaveAccessibleDescription('It is on your wishlist.')
  await expect(heart(other)).toHaveAccessibleDescription('')
})

test('a heart pressed before the session is known saves the laptop once it is', async ({ page }) => {
  await signUp(page, { email: newEmail() })
  const heart = cardOf(page, await takeLaptop(page)).getByRole('button', { name: 'Add to Wishlist' })
  const know = await openUnknown(page, '/advertisedProducts')
  await heart.press('Enter')
  await expect(heart).toHaveAccessibleDescription('Checking whether you are signed in.')
  await expectTold(page, 'Successfully added to Wishlist. Please complete the order.', know)
  await expect(heart).toHaveAccessibleDescription('It is on your wishlist.')
})

test('after a skip link used before hydration, Back restores all loaded rows of the list', async ({
  page,
}) => {
  await signIn(page, 'seller@clamshell.test')
  const comeAlive = await openBeforeItIsAlive(page, '/dashboard/myproducts')
  await page.getByRole('link', { name: 'Skip to the content' }).press('Enter')
  await expect(page).toHaveURL('/dashboard/myproducts#content')
  comeAlive()
  const rows = page.locator('tbody tr')
  await expect(rows).toHaveCount(24)
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect(rows).toHaveCount(48)
  await page.getByRole('banner').getByRole('link', { name: 'Blogs' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Blogs')
  await page.goBack()
  await expect(rows).toHaveCount(48)
})

test('focus stays on the top bar link when hydration turns Login into Dashboard', async ({ page }) => {
  await signIn(page, 'buyer@clamshell.test')
  const comeAlive = await openBeforeItIsAlive(page, '/blogs')
  const bar = page.getByRole('navigation', { name: 'Site', exact: true })
  await bar.getByRole('link', { name: 'Login' }).focus()
  comeAlive()
  await expect(bar.getByRole('link', { name: 'Dashboard' })).toBeFocused()
})
