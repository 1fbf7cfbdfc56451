import type { Locator, Page } from '@playwright/test'
import { expect, test } from '#tests/support/browser.ts'
import { coveredOf, expectNotWider } from '#tests/support/screens.ts'
import { openAlive, signIn } from '#tests/support/steps.ts'

test.use({ viewport: { width: 360, height: 740 } })

/** Like the browser's setting for letters of twice the usual size, which doubles every `rem`. */
async function doubleLetters(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
}

async function expectFit(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('main').locator('.skeleton')).toHaveCount(0)
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px')
  await expectNotWider(page)
}

test('with text at 200 %, no public page is wider than a phone', async ({ page, expectConsole }) => {
  expectConsole(/404.*no-such-page/)
  await doubleLetters(page)
  for (const path of [
    '/',
    '/advertisedProducts',
    '/brand/hp',
    '/blogs',
    '/login',
    '/signup',
    '/no-such-page',
  ])
    await expectFit(page, path)
})

test('with text at 200 %, table rows and the top bar have room for their content', async ({ page }) => {
  await signIn(page, 'buyer@clamshell.test')
  await doubleLetters(page)
  await expectFit(page, '/dashboard/myorders')
  for (const name of ['Menu', /^Account of/, 'Dark theme'])
    await expect(page.getByRole('banner').getByRole('button', { name })).toBeInViewport({ ratio: 1 })

  const row = page.getByRole('row').nth(1)
  const name = row.locator('[data-top=title] bdi').first()
  const [product, action] = await Promise.all(
    [name, row.getByRole('button', { name: /^Delete/ })].map((part) => part.boundingBox()),
  )
  if (!product || !action) throw new Error('A row has its name and its button.')
  const beside = product.x + product.width <= action.x
  const beneath = product.y >= action.y + action.height
  expect(beside || beneath, 'the button does not cover the name').toBe(true)
  // The laptops' names have a few words: none takes more lines than it has words.
  const words = (await name.innerText()).split(' ').length
  expect(product.height).toBeLessThan((words + 1) * 46)
})

test('with text at 200 %, the offline note does not cover the heading', async ({ page }) => {
  await signIn(page, 'admin@clamshell.test')
  await doubleLetters(page)
  await expectFit(page, '/dashboard/sellers')
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'onLine', { value: false })
    dispatchEvent(new Event('offline'))
  })
  await expect(page.getByText('You are offline.')).toBeVisible()
  expect(await coveredOf(page.getByRole('heading', { level: 1 }))).toBe(0)
})

/** The words of an element that are broken across lines. */
const brokenIn = (part: Locator) =>
  part.evaluate((element) => {
    const broken: string[] = []
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const text = texts.currentNode
      for (const { 0: word, index } of (text.nodeValue ?? '').matchAll(/\S+/g)) {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(word)
      }
    }
    return broken
  })

test('with text at 200 %, a tooltip is not cut off, and no word of a dialog or a message is broken', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED/)
  await signIn(page, 'buyer@clamshell.test')
  await doubleLetters(page)
  await page.goto('/advertisedProducts')
  const heart = page.getByRole('button', { name: /^Add to Wishlist/ }).first()
  await heart.hover()
  const left = await heart.evaluate((button) => {
    const { content, width } = getComputedStyle(button, '::after')
    return content === 'none' ? Number.NaN : button.getBoundingClientRect().right - Number.parseFloat(width)
  })
  expect(left).toBeGreaterThanOrEqual(0)
  await page.route('**/api/wishlist', (route) => route.abort())
  await heart.click()
  const failure = page.getByRole('alert')
  await expect(failure).toContainText('connection')
  expect(await brokenIn(failure)).toEqual([])
  await page.getByRole('button', { name: 'Place Order' }).first().click()
  const title = page.getByRole('dialog').getByRole('heading', { name: 'Booking Form' })
  await expect(title).toBeVisible()
  expect(await brokenIn(title)).toEqual([])
})

test('with text at 200 %, no word of a promise, of a name in the drawer or of a panel title is broken', async ({
  page,
}) => {
  await signIn(page, 'buyer@clamshell.test')
  await doubleLetters(page)
  await openAlive(page, '/')
  const promises = page.getByRole('region', { name: 'Services' }).getByRole('list')
  expect(await brokenIn(promises)).toEqual([])
  await page.goto('/dashboard/myorders')
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  const name = page.locator('#drawer').getByText('Rafiq Hasan', { exact: true })
  await expect(name).toBeVisible()
  expect(await brokenIn(name)).toEqual([])
  await page.goto('/reset-password?token=abc')
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toHaveText('Choose a new password')
  expect(await brokenIn(title)).toEqual([])
})
