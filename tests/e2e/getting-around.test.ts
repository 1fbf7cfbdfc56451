import { ROWS } from '#contract/limits.ts'
import type { Product } from '#contract/products.ts'
import { expect, test } from '#tests/support/browser.ts'
import { orderAndOpenPayment } from '#tests/support/calls.ts'
import { expectTold, holdBack, newEmail, openAlive, signIn, signUp, takeOther } from '#tests/support/steps.ts'

const PHONE = { width: 360, height: 740 }

test('Back to a dashboard list restores the scroll position', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await signIn(page, 'buyer@clamshell.test')
  await page.goto('/dashboard/myorders')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/My Orders: \d+/)
  const receipt = page.getByRole('link', { name: /^(Pay|Receipt) for/ }).last()
  await receipt.scrollIntoViewIfNeeded()
  const place = await page.evaluate(() => scrollY)
  expect(place).toBeGreaterThan(PHONE.height)
  await receipt.click()
  await expect(page).toHaveURL(/payment/)
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(/My Orders/)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/My Orders: \d+/)
  await expect(receipt).toBeInViewport()
  expect(await page.evaluate(() => scrollY)).toBe(place)
})

test('Back to a list extended with Load more restores all rows and the scroll position', async ({ page }) => {
  await signIn(page, 'seller@clamshell.test')
  await page.goto('/dashboard/myproducts')
  const rows = page.locator('tbody tr')
  await expect(rows).toHaveCount(24)
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect(rows).toHaveCount(48)
  await rows.nth(40).scrollIntoViewIfNeeded()
  // By an event, since a click would scroll the page to the link.
  await page.getByRole('banner').getByRole('link', { name: 'Blogs' }).dispatchEvent('click')
  await expect(page).toHaveURL('/blogs')
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.goBack()
  await expect(rows).toHaveCount(48)
  await expect(rows.nth(40)).toBeInViewport()
})

test('Back to a list longer than one request returns restores the scroll position', async ({ page }) => {
  // They come in two parts, which are larger than the shop's own.
  const [count, part] = [ROWS.most + 2 * ROWS.usual, ROWS.most / 2 + ROWS.usual]
  // A laptop of the demo, whose card has the height that the style sheet assumes before it is rendered.
  const [laptop]: Product[] = await (await page.request.get('/api/product?brand=hp&limit=1')).json()
  const laptops = Array.from({ length: count }, (_, n) => ({
    ...laptop,
    _id: `laptop-${n}`,
    name: `No. ${n}`,
  }))
  await page.route(/\/api\/(brand\/hp|adsproduct)/, (route) => {
    const { pathname, searchParams } = new URL(route.request().url())
    const from = Number(searchParams.get('after') ?? 0)
    const to = from + Number(searchParams.get('limit') ?? part)
    const products = laptops.slice(from, to).map((one) => ({ ...one, ads: true }))
    const next = to < count && { link: `<${pathname}?after=${to}>; rel="next"` }
    const headers = { 'x-total-count': String(count), ...next }
    const brand = { _id: 'hp', brand: 'hp', logo: '/brands/hp.svg', products }
    return route.fulfill({ headers, json: pathname.endsWith('hp') ? brand : products })
  })
  const cards = page.getByRole('article')
  for (const list of ['HP', 'Ads Products']) {
    await openAlive(page, '/blogs')
    await page.getByRole('banner').getByRole('link', { name: list }).click()
    await expect(cards).toHaveCount(part)
    await page.getByRole('link', { name: 'Load more' }).click()
    await expect(cards).toHaveCount(count)
    const left = cards.nth(count - 10)
    await left.scrollIntoViewIfNeeded()
    // By an event, since a click would scroll the page to the link.
    await page.getByRole('banner').getByRole('link', { name: 'Blogs' }).dispatchEvent('click')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Blogs')
    await page.goBack()
    await expect(cards).toHaveCount(count)
    await expect(left).toBeInViewport()
  }
})

test('Back from a focused table restores the scroll position and focuses the main content', async ({
  page,
}) => {
  await signIn(page, 'buyer@clamshell.test')
  await page.goto('/advertisedProducts')
  await expect(page.getByRole('article').first()).toBeVisible()
  const card = page.getByRole('article').nth(9)
  await card.scrollIntoViewIfNeeded()
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.locator('#account').getByRole('link', { name: 'My Orders' }).click()
  await page
    .getByRole('button', { name: /^Delete the order/ })
    .first()
    .focus()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Advertised/)
  await expect(page.getByRole('main')).toBeFocused()
  await expect(card).toBeInViewport()
})

test('a menu closes when the keyboard focus leaves it', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await signIn(page, 'buyer@clamshell.test')
  await page.goto('/privacy')
  // By then it is hydrated, and has this person's links.
  await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible()
  const leave = async (menu: string, last: 'link' | 'button') => {
    await page.getByRole('button', { name: menu }).press('Enter')
    const popover = page.locator('[popover]:popover-open')
    await popover.getByRole(last).last().focus()
    await expect(popover).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(popover).toHaveCount(0)
    await expect(page.locator(':focus-visible')).toBeInViewport()
  }
  await leave('Menu', 'link')
  await leave('Account of', 'button')
  // A click inside it, perhaps to select text, does not close it.
  await page.getByRole('button', { name: 'Account of' }).press('Enter')
  await page.keyboard.press('Tab')
  await page.locator('#account').getByText('buyer@clamshell.test').click()
  await expect(page.locator('body')).toBeFocused()
  await expect(page.locator('#account')).toBeVisible()
  await page.keyboard.press('Escape')
  // A click on the button that opened it closes it, once.
  await page.getByRole('button', { name: 'Account of' }).click()
  await expect(page.locator('#account')).toBeVisible()
  await page.getByRole('button', { name: 'Account of' }).click()
  await expect(page.locator('#account')).toBeHidden()
})

test('a menu left open by going back does not cover the page that comes', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await openAlive(page, '/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Blogs', exact: true }).click()
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Blogs')
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('navigation', { name: 'Site, in the menu' })).toBeVisible()
  await page.goBack()
  await expect(heading).not.toHaveText('Blogs')
  await expect(page.getByRole('navigation', { name: 'Site, in the menu' })).toBeHidden()
  await expect(page.getByRole('main')).toBeFocused()
})

test('the controls of a laptop card are in a group named after the laptop', async ({ page }) => {
  await page.goto('/advertisedProducts')
  const cards = page.getByRole('article')
  await expect(cards.first()).toBeVisible()
  for (const card of await cards.all()) {
    const name = (await card.getByRole('heading').textContent()) ?? ''
    const group = card.getByRole('group', { name, exact: true })
    for (const button of [/^Condition: /, 'Report this laptop', 'Add to Wishlist', 'Place Order'])
      await expect(group.getByRole('button', { name: button })).toHaveCount(1)
    // The badge, where there is one, explains itself.
    const verified = await group.getByRole('button', { name: 'Verified Seller' }).count()
    await expect(card.getByRole('button')).toHaveCount(4 + verified)
  }
})

test('the featured laptop links to its brand, by name or picture', async ({ page }) => {
  await openAlive(page, '/')
  const featured = page.getByRole('figure')
  const way = await featured.getByRole('link').getAttribute('href')
  expect(way).toMatch(/^\/brand\/(hp|dell|walton)$/)
  await featured.getByRole('img', { name: /as its seller shows it$/ }).click({ force: true })
  await expect(page).toHaveURL(way ?? '')
})

test('footer links to sections of the home page move the focus there', async ({ page }) => {
  await openAlive(page, '/terms')
  for (const [name, part, next] of [
    ['Contact Us', '#contact', /hello@/],
    ['About Us', '#about', 'Free Shipping'],
  ] as const) {
    await page.getByRole('contentinfo').getByRole('link', { name }).press('Enter')
    await expect(page.locator(part)).toBeFocused()
    await expect(page.locator(part)).toBeInViewport()
    await page.keyboard.press('Tab')
    await expect(page.locator('a:focus, summary:focus')).toHaveText(next)
  }
})

test('the skip link focuses the content without a history entry, online and offline', async ({
  page,
  context,
}) => {
  await page.setViewportSize(PHONE)
  await openAlive(page, '/privacy')
  const skip = page.getByRole('link', { name: 'Skip to the content' })
  await page.evaluate(() => scrollTo(0, 600))
  const places = await page.evaluate(() => history.length)
  await skip.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
  await expect(page).toHaveURL('/privacy')
  expect(await page.evaluate(() => history.length)).toBe(places)
  await context.setOffline(true)
  await expect(page.getByText('You are offline.')).toBeVisible()
  await skip.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

test('on the dashboard, the skip link and each navigation move the focus past the sidebar', async ({
  page,
}) => {
  await signIn(page, 'seller@clamshell.test')
  await page.goto('/dashboard/mybuyers')
  await expect(page.getByRole('main').getByRole('table')).toBeVisible()
  const expectNextInPage = async () => {
    await page.keyboard.press('Tab')
    await expect(page.locator('main :focus')).toHaveCount(1)
    await expect(page.locator('aside :focus')).toHaveCount(0)
  }
  await page.getByRole('link', { name: 'Skip to the content' }).press('Enter')
  await expectNextInPage()
  await page.getByRole('complementary').getByRole('link', { name: 'My Products' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/My Products: \d+/)
  await expectNextInPage()
  await page.getByRole('banner').getByRole('link', { name: 'Blogs' }).press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/My Buyers: \d+/)
  await expectNextInPage()
})

test('a page restored from the back/forward cache picks up a sign-out or sign-in', async ({ page }) => {
  await signIn(page, 'buyer@clamshell.test')
  await page.goto('/')
  const account = page.getByRole('button', { name: /^Account of/ })
  await expect(account).toBeVisible()
  // The test browsers have no back/forward cache: this is the event on coming back from it, and no other one.
  const comeBackWith = (token: string | null) =>
    page.evaluate((now) => {
      if (now) localStorage.setItem('accessToken', now)
      else localStorage.removeItem('accessToken')
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    }, token)
  const token = await page.evaluate(() => localStorage.getItem('accessToken'))
  await comeBackWith(null)
  await expect(account).toHaveCount(0)
  await comeBackWith(token)
  await expect(account).toBeVisible()
})

test('a quiet button shows a focus outline', async ({ page }) => {
  await signIn(page, 'buyer@clamshell.test')
  await page.goto('/login')
  const button = page.getByRole('main').getByRole('button', { name: 'Sign out' })
  await button.focus()
  await expect(button).toHaveCSS('outline-style', 'solid')
  await expect(button).not.toHaveCSS('outline-color', 'rgba(0, 0, 0, 0)')
})

test('signing out on the home page by keyboard shows progress, then focuses the heading', async ({
  page,
}) => {
  await signIn(page, 'buyer@clamshell.test')
  const letGo = await holdBack(page, '**/auth/sign-out')
  await page.goto('/')
  await page.getByRole('button', { name: /^Account of/ }).press('Enter')
  const menu = page.locator('#account')
  await menu.getByRole('button', { name: 'Sign out' }).press('Enter')
  await expect(menu.getByRole('button', { name: 'Signing out' })).toBeInViewport()
  await expectTold(page, 'Sign Out Successfully.', letGo)
  await expect(page.getByRole('button', { name: /^Account of/ })).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('a link to a section of the current page works offline', async ({ page, context }) => {
  await openAlive(page, '/')
  await context.setOffline(true)
  await expect(page.getByText('You are offline.')).toBeVisible()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact Us' }).click()
  await expect(page).toHaveURL('/#contact')
  await expect(page.locator('#contact')).toBeInViewport()
})

test('a page that fails to render says so in its title', async ({ page, expectConsole }) => {
  expectConsole(/Not to be drawn/)
  const email = newEmail()
  await signUp(page, { email })
  await page.route('**/assets/sandbox-card*', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `export default () => { throw new Error('Not to be drawn') }`,
    }),
  )
  await orderAndOpenPayment(page, email, await takeOther(page))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText("Something's missing.")
  await expect(page).toHaveTitle('Something went wrong · Clamshell')
  await page.getByRole('banner').getByRole('link', { name: 'Blogs' }).click()
  await expect(page).toHaveTitle('Blogs · Clamshell')
})
