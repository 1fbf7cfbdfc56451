import type { Browser, Locator } from '@playwright/test'
import { expect, test } from '#tests/support/browser.ts'
import { headersOf, insert, orderAndOpenPayment, sellByCalls } from '#tests/support/calls.ts'
import { expectNotWider, expectScreensAccessible } from '#tests/support/screens.ts'
import { fakeOrder, message, newEmail, resize, signIn, signUp, takeOther } from '#tests/support/steps.ts'

/** A name of the maximal length, without a place for a line break. */
const LONG_WORD = 'W'.repeat(80)

test('a name without spaces wraps instead of widening the screen', async ({ page, browser, shop }) => {
  const { _id: productId } = await sell(browser, shop.url, LONG_WORD)

  const email = newEmail()
  await signUp(page, { email, name: LONG_WORD })
  const headers = await headersOf(page, email)
  const place = { productId, phone: '01700000009', location: 'x'.repeat(120) }
  const order = await insert(page, '/api/booking', { headers, data: place })
  await insert(page, '/api/wishlist', { headers, data: { productId } })
  await expectScreensAccessible(page, 'light', [
    '/',
    '/advertisedProducts',
    '/brand/walton',
    '/login',
    '/dashboard/myorders',
    '/dashboard/mywishlist',
    `/dashboard/payment/${order}`,
  ])
})

test('the payment page shows any amount whole on any screen width', async ({ page, expectConsole }) => {
  // The order does not have this price.
  expectConsole(/status of 409/)
  const email = newEmail()
  await signUp(page, { email })
  await page.route('**/api/booking/*', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), price: 999_999.99 } })
  })
  await orderAndOpenPayment(page, email, await takeOther(page))
  const amount = page.locator('.lid').getByText('$999,999.99')
  for (const width of [320, 360, 768]) {
    await resize(page, { width, height: 640 })
    await expect(amount).toBeVisible()
    expect(await amount.evaluate(isWhole), `at ${width}`).toBe(true)
  }
})

test('a card shows a long location, years used and seller name whole', async ({ page, browser, shop }) => {
  const name = 'Donaudampfschifffahrtsgesellschaftskapitän'
  await sell(browser, shop.url, name)
  const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) })
  await page.goto('/advertisedProducts')
  for (const width of [320, 768, 1280]) {
    await resize(page, { width, height: 800 })
    await card.scrollIntoViewIfNeeded()
    const years = card.getByText('W'.repeat(20), { exact: true })
    const place = card.getByText('W'.repeat(120), { exact: true })
    const sellers = card.locator('.card-seller').getByText(name, { exact: true })
    for (const part of [years, place, sellers])
      expect(await part.evaluate(isWhole), `${await part.innerText()} at ${width}`).toBe(true)
  }
})

test('a laptop name without spaces does not widen the Booking Form on a phone', async ({
  page,
  browser,
  shop,
}) => {
  const name = 'V'.repeat(80)
  await sell(browser, shop.url, name)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/advertisedProducts')
  const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) })
  await card.getByRole('button', { name: 'Place Order' }).click()
  const form = page.getByRole('dialog', { name: 'Booking Form' })
  await expect(form.getByLabel('Your Name')).toBeFocused()
  expect(await form.evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth)).toBeLessThanOrEqual(0)
})

/** Whether all the text of an element is within the element. */
function isWhole(element: Element): boolean {
  const box = element.getBoundingClientRect()
  const text = document.createRange()
  text.selectNodeContents(element)
  return [...text.getClientRects()].every(
    ({ right, bottom }) => right <= box.right + 1 && bottom <= box.bottom + 1,
  )
}

test('a long user name is shown whole in the sidebar and in the menu', async ({ page }) => {
  await signUp(page, { email: newEmail(), name: LONG_WORD })
  await page.goto('/dashboard/account')
  // The widest letter and word spacing that must be possible (WCAG 1.4.12).
  await page.evaluate(() => {
    document.body.style.letterSpacing = '0.12em'
    document.body.style.wordSpacing = '0.16em'
  })
  for (const width of [1280, 360]) {
    await resize(page, { width, height: 800 })
    if (width === 360) await page.getByRole('button', { name: 'Menu', exact: true }).click()
    const name = page.locator('bdi').filter({ hasText: LONG_WORD, visible: true })
    await expect(name).toBeVisible()
    expect(await name.evaluate(isWhole), `at ${width}`).toBe(true)
    await expectNotWider(page)
  }
})

test('on the narrowest phone with wide letter spacing, seller and date do not overlap the button', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await signIn(page, 'buyer@clamshell.test')
  await page.goto('/dashboard/myorders')
  const row = page.getByRole('row').filter({ hasText: 'Tanvir Sarker' })
  await expect(row).toBeVisible()
  await page.evaluate(() => {
    document.body.style.letterSpacing = '0.12em'
    document.body.style.wordSpacing = '0.16em'
  })
  const button = await row.getByRole('button', { name: /^Delete/ }).boundingBox()
  const lines = await row.locator('[data-top=title]').evaluate((title) => {
    const range = document.createRange()
    const texts = document.createTreeWalker(title, NodeFilter.SHOW_TEXT)
    const found: { right: number; top: number }[] = []
    while (texts.nextNode()) {
      range.selectNodeContents(texts.currentNode)
      for (const { right, top } of range.getClientRects()) found.push({ right, top })
    }
    return found
  })
  const { x, y, height } = button ?? { x: 0, y: 0, height: 0 }
  expect(lines.filter(({ right, top }) => right > x && top < y + height)).toEqual([])
})

for (const [path, call] of [
  ['myorders', 'bookings'],
  ['mywishlist', 'wishlist'],
])
  test(`the small print below a laptop's name takes a line each on a phone (${path})`, async ({ page }) => {
    await signIn(page, 'buyer@clamshell.test')
    await page.route(`**/api/${call}?**`, async (route) => {
      const response = await route.fetch()
      const [first] = await response.json()
      const laptop = { sellerName: 'Nadia Islam', condition: 'Good', purchaseYear: '3Y / 3M' }
      await route.fulfill({ response, json: [{ ...first, ...laptop }] })
    })
    await page.goto(`/dashboard/${path}`)
    const parts = page.locator('[data-top=title] > span > span')
    await expect(parts.first()).toBeVisible()
    for (const width of [360, 390]) {
      await resize(page, { width, height: 740 })
      for (const part of await parts.all()) {
        const lines = await part.evaluate(
          (text) => text.clientHeight / Number.parseFloat(getComputedStyle(text).lineHeight),
        )
        expect(lines, `${await part.innerText()} at ${width}`).toBeLessThan(1.5)
      }
    }
  })

test('the words beside a price of the wishlist stay on one line', async ({ page }) => {
  await signIn(page, 'buyer@clamshell.test')
  await page.route('**/api/wishlist?**', async (route) => {
    const response = await route.fetch()
    const [first] = await response.json()
    await route.fulfill({ response, json: [{ ...first, priceWhenSaved: 1130, orderPrice: 1120 }] })
  })
  await page.goto('/dashboard/mywishlist')
  for (const width of [360, 640, 768, 1024, 1280]) {
    await resize(page, { width, height: 800 })
    for (const words of ['when saved', 'Your order:']) {
      const lines = await page
        .getByText(words, { exact: true })
        .evaluate((text) => text.getClientRects().length)
      expect(lines, `“${words}” at ${width}`).toBe(1)
    }
  }
})

test('a long search text and the names of people not deleted wrap within a phone screen', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/status of 409/)
  await signUp(page, { email: newEmail(), name: LONG_WORD })
  await signIn(page, 'admin@clamshell.test')
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/dashboard/buyers')
  const box = page.getByRole('searchbox')
  await box.fill(`${'w'.repeat(60)}@example.com`)
  await expect(page.getByText(/^Nothing here matches/)).toBeVisible()
  await expectNotWider(page)

  await box.fill(LONG_WORD)
  await page
    .getByRole('checkbox', { name: `Select ${LONG_WORD}` })
    .first()
    .check()
  const json = { title: 'Conflict', status: 409, code: 'account-stays', detail: 'W'.repeat(100) }
  await page.route('**/api/user/*', (route) => route.fulfill({ status: 409, json }))
  await page.getByRole('button', { name: 'Delete 1 selected' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(question.getByRole('list', { name: 'Not deleted' })).toContainText(LONG_WORD)
  expect(await question.evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth)).toBeLessThanOrEqual(0)
})

test('a long e-mail address wraps before its @', async ({ page }) => {
  const long = 'nadia.rahman.of.zindabazar'
  const expectWhole = async (place: Locator) => {
    await expect(place).toContainText(long)
    const lines = await place.evaluate((element) => {
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      let last: Node | null = null
      while (texts.nextNode())
        if (/@example/.test(texts.currentNode.nodeValue ?? '')) last = texts.currentNode
      if (!last) return 0
      const domain = document.createRange()
      const from = last.nodeValue?.indexOf('@') ?? 0
      domain.setStart(last, from)
      domain.setEnd(last, from + '@example.com'.length)
      return domain.getClientRects().length
    })
    expect(lines, 'lines of the domain').toBe(1)
  }
  await page.setViewportSize({ width: 360, height: 740 })
  for (const outcome of ['confirmed', 'sign-in', 'sign-up', 'signed-in-as-another']) {
    const json = { email: `${long}@example.com`, outcome }
    await page.route('**/auth/confirm-email', (route) => route.fulfill({ json }))
    await page.goto('/confirm-email?token=abc')
    await expectWhole(page.getByRole('main').getByRole('status').first())
  }

  await page.goto('/advertisedProducts')
  await page.getByRole('button', { name: 'Place Order' }).first().click()
  const form = page.getByRole('dialog', { name: 'Booking Form' })
  await form.getByLabel('Your Name').fill('Nadia Rahman')
  await form.getByLabel('Email').fill(`${long}@example.com`)
  await form.getByLabel('Phone').fill('01700000009')
  await form.getByLabel('Location').fill('Zindabazar, Sylhet')
  await fakeOrder(page)
  await form.getByRole('button', { name: 'Submit' }).click()
  await expectWhole(message(page).getByText('Its link lets you finish the order.'))

  await signUp(page, { email: `${long}@example.com` })
  await page.goto('/dashboard/account')
  await expectWhole(page.getByRole('main').getByRole('definition').nth(1))
})

test('the alternative text of a broken picture does not widen the page', async ({ page, browser, shop }) => {
  await sell(browser, shop.url, 'Donaudampfschifffahrtsgesellschaftskapitänsmützenlaptop')
  await page.setViewportSize({ width: 360, height: 740 })
  // Not a valid picture; a failed request would be logged to the console.
  await page.route('**/api/images/**', (route) => route.fulfill({ contentType: 'image/webp', body: '' }))
  for (const path of ['/', '/advertisedProducts', '/brand/walton']) {
    await page.goto(path)
    const picture = page.getByRole('img', { name: /^Donaudampf/ }).first()
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.complete)).toBe(true)
    await expectNotWider(page)
  }
})

/** Puts a laptop on sale whose texts all have the maximal length. */
const sell = (browser: Browser, baseURL: string, name: string) =>
  sellByCalls(browser, baseURL, {
    name,
    sellerName: name,
    purchaseYear: 'W'.repeat(20),
    location: 'W'.repeat(120),
    description: 'W'.repeat(500),
  })
