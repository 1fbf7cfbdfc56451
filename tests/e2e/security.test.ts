import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/browser.ts'
import { expectMail } from '#tests/support/outbox.ts'
import { signIn } from '#tests/support/steps.ts'
import { PAYLOADS, type Typed, typeEverywhere } from './security-payloads.ts'

/*
 * What people type is shown and never run. The browser logs violations of the content policy to the console, and each
 * of these tests fails on unexpected console output.
 */

type Watched = Window & { xss?: unknown }
const PASSWORD = 'a good long password'

/** A link that would run something, or would give the page it opens access to this one. */
const badLinks = (page: Page) =>
  page.evaluate(() =>
    [...document.links]
      .filter(
        ({ protocol, target, rel, origin }) =>
          !['http:', 'https:', 'mailto:', 'tel:'].includes(protocol) ||
          (target === '_blank' && origin !== location.origin && !/noopener|noreferrer/.test(rel)),
      )
      .map(({ outerHTML }) => outerHTML),
  )

/** Opens pages one after the other; on each, none of the payloads has run, or would run on a click. */
async function expectHarmless(page: Page, paths: string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await expect(page.getByRole('main').locator('.skeleton')).toHaveCount(0)
    expect(await page.evaluate(() => (window as Watched).xss), path).toBeUndefined()
    expect(await badLinks(page), path).toEqual([])
    for (const element of ['iframe[srcdoc]', 'details[ontoggle]', '[onerror]', '[onload]', '[onfocus]'])
      await expect(page.getByRole('main').locator(element), `${path} ${element}`).toHaveCount(0)
  }
}

let typed: Typed
test.describe.configure({ mode: 'default' })
test.beforeAll(async ({ playwright, shop }) => {
  const request = await playwright.request.newContext({ baseURL: shop.url })
  typed = await typeEverywhere(request)
  await request.dispose()
})

const shown = (page: Page, text: string) =>
  expect(page.getByText(text, { exact: true }).first()).toBeVisible()

/** Searches a list, and waits for the result: what is found may have been shown before. */
async function search(page: Page, text: string): Promise<void> {
  await page.getByRole('searchbox').fill(text)
  await expect(page.getByRole('status').filter({ hasText: `found for “${text}”` })).toBeAttached()
}

test('text typed by users is shown to a visitor as typed and never executed', async ({
  page,
  expectConsole,
}) => {
  await expectHarmless(page, ['/advertisedProducts', '/brand/hp', '/', '/blogs'])
  await page.goto('/advertisedProducts')
  for (const { name } of typed.laptops) await shown(page, name)
  expectConsole(/status of 404/)
  for (const payload of PAYLOADS.slice(0, 5))
    await expectHarmless(page, [`/brand/${encodeURIComponent(payload)}?after=${encodeURIComponent(payload)}`])
  await expectMail(page, page.getByRole('heading', { name: `Contact Us: ${PAYLOADS[3]}` }))
  expect(await page.evaluate(() => (window as Watched).xss)).toBeUndefined()
})

test('text typed by users is never executed on the pages of a buyer', async ({ page }) => {
  await signIn(page, typed.buyer.email, PASSWORD)
  await expectHarmless(page, ['/dashboard/myorders', '/dashboard/mywishlist', '/dashboard/account'])
  await expectHarmless(page, [`/dashboard/payment/${typed.orderId}`])
  await expect(page.getByRole('heading', { level: 1 })).toContainText(typed.laptops[3]?.name ?? '-')
})

test('text typed by users is never executed on the pages of a seller', async ({ page }) => {
  await signIn(page, typed.seller.email, PASSWORD)
  await expectHarmless(page, ['/dashboard/myproducts', '/dashboard/addproducts', '/dashboard/mybuyers'])
  await shown(page, typed.buyer.name)
  await search(page, PAYLOADS[1])
  await shown(page, typed.buyer.name)
  expect(await page.evaluate(() => (window as Watched).xss)).toBeUndefined()
})

test('text typed by users is never executed on the pages of an admin', async ({ page }) => {
  await signIn(page, 'admin@clamshell.test')
  await expectHarmless(page, ['/dashboard/reporteditems', '/dashboard/buyers', '/dashboard/sellers'])
  await search(page, PAYLOADS[0])
  await shown(page, typed.seller.name)
  await expect(page.getByText(typed.seller.email).first()).toBeVisible()
  expect(await page.evaluate(() => (window as Watched).xss)).toBeUndefined()
})

test('a script injected into a page is blocked, however it is injected', async ({ page, expectConsole }) => {
  expectConsole(/Content Security Policy/)
  await page.route('/', async (route) => {
    const answer = await route.fetch()
    const html = (await answer.text())
      .replace('</head>', '<script>window.xss = "served"</script></head>')
      .replace('<main', '<img src="/favicon.svg" onload="window.xss = \'attribute\'"><main')
    await route.fulfill({ response: answer, body: html })
  })
  await page.goto('/')
  await page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'window.xss = "element"'
    const foreign = document.createElement('script')
    foreign.src = 'data:text/javascript,window.xss="data"'
    const link = document.createElement('a')
    link.href = 'javascript:window.xss="link"'
    const base = document.createElement('base')
    base.href = 'https://evil.example/'
    document.body.append(script, foreign, link)
    document.head.append(base)
    document.body.insertAdjacentHTML(
      'beforeend',
      '<img src="data:image/png,none" onerror="window.xss=\'handler\'">',
    )
    document.body.insertAdjacentHTML('beforeend', '<iframe srcdoc="<script>parent.xss=1</script>"></iframe>')
    link.click()
  })
  expect(await page.evaluate(() => new URL('x', document.baseURI).origin)).toBe(new URL(page.url()).origin)
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))))
  expect(await page.evaluate(() => (window as Watched).xss)).toBeUndefined()
})

test('a sign-in never redirects outside the shop', async ({ page, context }) => {
  for (const next of [
    '//evil.example/',
    'javascript:window.xss=1',
    '/\\evil.example',
    'https://evil.example',
  ])
    await test.step(next, async () => {
      await page.goto(`/login?next=${encodeURIComponent(next)}`)
      await page.getByLabel('Email').fill(typed.buyer.email)
      await page.getByLabel('Password').fill(PASSWORD)
      const { origin } = new URL(page.url())
      await page.getByRole('button', { name: 'Login', exact: true }).click()
      await expect(page).toHaveURL((url) => url.pathname !== '/login')
      expect(new URL(page.url()).origin).toBe(origin)
      expect(await page.evaluate(() => (window as Watched).xss)).toBeUndefined()
      await context.clearCookies()
    })
})
