import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Locator, Page, Route } from '@playwright/test'
import { sharp } from '#server/images/sharp.ts'
import { expect, expectNoAxeViolations, test } from '#tests/support/browser.ts'
import { sellByCalls } from '#tests/support/calls.ts'
import {
  closeUnderWay,
  describeLaptop,
  drawn,
  fakeOrder,
  holdBack,
  newEmail,
  openAlive,
  openHome,
  PASSWORD,
  photo,
  signIn,
  signUp,
} from '#tests/support/steps.ts'

/* Slow connections, and connections on which requests hang without an error. */

/** Where a picture is uploaded; those that the page shows have other addresses. */
const UPLOAD = /\/api\/images\?purpose=/
const add = (page: Page) => page.getByRole('button', { name: 'Add Product' })

test('requests that hang time out and can be retried', async ({ page }) => {
  // For the latest call, time stands still until the test moves it.
  await page.addInitScript(() => {
    AbortSignal.timeout = (patience) => {
      const call = new AbortController()
      const waited = (ms: number) => {
        if (ms >= patience) call.abort(new DOMException('The call took too long.', 'TimeoutError'))
      }
      Object.assign(window, { waited })
      return call.signal
    }
  })
  await signIn(page, 'buyer@clamshell.test')
  const alert = page.getByRole('main').getByRole('alert')
  const tryAgain = () => alert.getByRole('button', { name: 'Try again' }).click()
  let ask: () => Promise<unknown> = () => page.goto('/dashboard/myorders')
  for (const call of ['**/auth/get-session', '**/api/jwt', '**/api/bookings**']) {
    const hangs = Promise.withResolvers<void>()
    await page.route(call, () => hangs.resolve(), { times: 1 })
    await Promise.all([hangs.promise, ask()])
    await expect(alert).toBeHidden()
    await page.evaluate('waited(30_000)')
    await expect(alert).toContainText('Clamshell cannot be reached.')
    ask = tryAgain
  }
  await tryAgain()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/My Orders: \d+/)
})

test('a picture upload without progress for a minute times out and can be retried', async ({ page }) => {
  await signIn(page, 'seller@clamshell.test')
  await page.clock.install()
  // Accepts the picture and never answers.
  const silent = createServer().on('request', () => {})
  await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done))
  const { port } = silent.address() as AddressInfo
  await page.route(UPLOAD, (route) => route.continue({ url: `http://127.0.0.1:${port}/` }), { times: 1 })
  await describeLaptop(page, 'Walton Tamarind')
  await page.getByLabel('Image').setInputFiles(photo())
  await page.evaluate(() => {
    const { send } = XMLHttpRequest.prototype
    XMLHttpRequest.prototype.send = function (body) {
      const goOn = (loaded: number) =>
        this.upload.dispatchEvent(new ProgressEvent('progress', { loaded, total: 100 }))
      Object.assign(window, { goOn })
      send.call(this, body)
    }
  })
  await Promise.all([page.waitForRequest(UPLOAD), add(page).click()])
  await expect(page.getByLabel('Upload')).toBeVisible()
  for (const loaded of [97, 98, 99]) {
    await page.clock.fastForward('00:40')
    await page.evaluate(`goOn(${loaded})`)
  }
  await drawn(page)
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
  await expect(page.getByRole('status').getByText('Sending the picture …')).toBeAttached()
  // Repeated until the browser's last progress event has arrived, since each restarts the minute.
  await expect(async () => {
    await page.clock.fastForward('01:01')
    const alert = page.getByRole('main').getByRole('alert')
    await expect(alert).toContainText('Check your connection', { timeout: 1_000 })
  }).toPass({ timeout: 20_000 })
  silent.closeAllConnections()
  silent.close()
  await page.clock.resume()
  await add(page).click()
  await expect(page).toHaveURL('/dashboard/myproducts')
})

test('an oversized photo is scaled down before upload and stored upright', async ({ page }) => {
  await signIn(page, 'seller@clamshell.test')
  await describeLaptop(page, 'Walton Tall')
  const [width, height] = [6000, 4500]
  const lid = { create: { width: width / 2, height, channels: 3, background: 'red' } } as const
  // Rotated by its metadata: its left side is shown on top.
  const buffer = await sharp({ create: { width, height, channels: 3, background: 'blue' } })
    .composite([{ input: lid, left: 0, top: 0 }])
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 100 })
    .toBuffer()
  await page.getByLabel('Image').setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer })
  const [sent] = await Promise.all([page.waitForResponse(UPLOAD), add(page).click()])
  expect((await sent.request().sizes()).requestBodySize).toBeLessThan(buffer.length / 4)
  await expect(page).toHaveURL('/dashboard/myproducts')
  const shown = page.getByRole('row', { name: 'Walton Tall' }).locator('img')
  const kept = await page.request.get((await shown.getAttribute('src')) ?? '')
  const { data, info } = await sharp(await kept.body())
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect(info.height / info.width).toBeCloseTo(4 / 3, 1)
  const [top, bottom] = [data.subarray(0, 3), data.subarray(-3)]
  expect([top[0]! > 200, top[2]! < 50, bottom[0]! < 50, bottom[2]! > 200]).toEqual(Array(4).fill(true))
})

/** Dialogs on the laptops' pages whose scripts are loaded on demand. */
const FORMS = [
  {
    title: 'Booking Form',
    opener: 'Place Order',
    script: '**/assets/orders-*.js',
    focused: (form: Locator) => form.getByLabel('Your Name'),
    content: (form: Locator) => form.getByLabel('Phone'),
  },
  {
    title: 'Report this laptop',
    opener: 'Report this laptop',
    script: '**/assets/report-dialog-*.js',
    focused: (form: Locator) => form.getByRole('button', { name: 'Close' }),
    content: (form: Locator) => form.getByRole('link', { name: 'Login' }),
  },
]

test('a dialog waits for its script, and loads it again after a failure', async ({ page, expectConsole }) => {
  expectConsole(/ERR_FAILED/)
  const held = await Promise.all(FORMS.map(({ script }) => holdBack(page, script)))
  await openAlive(page, '/advertisedProducts')
  for (const [n, { title, opener, focused }] of FORMS.entries())
    await test.step(`${title} while its script is loading`, async () => {
      const button = page.getByRole('button', { name: opener }).first()
      await button.click()
      await expect(button).toBeDisabled()
      held[n]?.()
      await expect(focused(page.getByRole('dialog', { name: title }))).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(button).toBeFocused()
      await expect(button).toBeEnabled()
    })

  for (const { script } of FORMS) await page.route(script, (route) => route.abort())
  await openAlive(page, '/advertisedProducts')
  for (const { title, opener, script, content } of FORMS)
    await test.step(`${title} after its script failed to load`, async () => {
      const button = page.getByRole('button', { name: opener }).first()
      const form = page.getByRole('dialog', { name: title })
      await button.click()
      await expect(form.getByRole('alert')).toContainText('This form could not be loaded.')
      await expectNoAxeViolations(page)
      await page.unroute(script)
      await form.getByRole('button', { name: 'Try again' }).click()
      await expect(form).toHaveCount(0)
      await button.click()
      await expect(content(form)).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(form).toHaveCount(0)
    })
})

/** The list items of a brand's laptops: 6 are loaded, the others come by Load more when `answer` lets them. */
async function openInTwoParts(page: Page, answer: (route: Route) => Promise<void>): Promise<Locator> {
  await page.route(/\/api\/brand\/dell/, async (route) => {
    const url = new URL(route.request().url())
    if (url.searchParams.has('after')) return answer(route)
    url.searchParams.set('limit', '6')
    await route.continue({ url: url.href })
  })
  await openHome(page)
  const brands = page.getByRole('main').getByRole('link', { name: /dell/i })
  await brands.first().click()
  const places = page.locator('ul.laptops > li')
  await expect(places).toHaveCount(6)
  return places
}

for (const [width, height] of [
  [360, 740],
  [1280, 800],
] as const) {
  test(`at ${width} px, content below a list does not shift while Load more is pending`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    const places = await openInTwoParts(page, async (route) => {
      // Long enough that the browser no longer counts a shift as caused by the press.
      await new Promise((done) => setTimeout(done, 1_200))
      await route.continue()
    })
    const total = Number(/^\d+/.exec(await page.getByText(/laptops available$/).innerText()))
    const more = page.getByRole('link', { name: 'Load more' })
    await more.scrollIntoViewIfNeeded()
    const moved = await page.evaluateHandle(() => {
      const shifts: { value: number; hadRecentInput: boolean }[] = []
      const watch = new PerformanceObserver((list) => shifts.push(...(list.getEntries() as never[])))
      watch.observe({ type: 'layout-shift' })
      return shifts
    })
    await more.click()
    await expect(page.getByRole('article')).toHaveCount(total)
    await expect(places).toHaveCount(total)
    await drawn(page)
    const unasked = (await moved.jsonValue()).filter(({ hadRecentInput }) => !hadRecentInput)
    expect(unasked.reduce((sum, { value }) => sum + value, 0)).toBeLessThan(0.02)
  })
}

test('placeholders of laptops that fail to load are removed', async ({ page, expectConsole }) => {
  expectConsole(/ERR_FAILED/)
  const seen = Promise.withResolvers<void>()
  const places = await openInTwoParts(page, async (route) => {
    await seen.promise
    await route.abort()
  })
  const more = page.getByRole('link', { name: 'Load more' })
  await more.click()
  await expect(places).not.toHaveCount(6)
  await expectNoAxeViolations(page)
  seen.resolve()
  await expect(page.getByRole('alert')).toContainText('cannot be reached')
  await expect(places).toHaveCount(6)
  await expect(more).toBeFocused()
})

test('a change that succeeds after its dialog was closed leaves the next dialog open', async ({
  page,
  browser,
  shop,
}) => {
  const { email, name } = await sellByCalls(browser, shop.url, { name: 'Changed one by one' })
  await signIn(page, email, PASSWORD)
  await page.goto('/dashboard/myproducts')
  for (const [asked, send, call] of [
    [`Change price of ${name}`, 'Save', '**/api/productprice/*'],
    [`Available: ${name}`, 'Mark as sold', '**/api/productsold/*'],
  ] as const) {
    const opener = page.getByRole('button', { name: asked })
    await opener.click()
    const letGo = await closeUnderWay(page, send, call)
    await opener.click()
    await Promise.all([page.waitForResponse('**/api/myproduct?*'), letGo()])
    await drawn(page)
    await expect(page.locator('dialog[open]')).toBeVisible()
    await page.keyboard.press('Escape')
  }
})

test('an order or a report that succeeds after its form was closed leaves the next form open', async ({
  page,
}) => {
  await signUp(page, { email: newEmail() })
  await openAlive(page, '/advertisedProducts')
  await page.route('**/api/reports', (route) => route.fulfill({ status: 201, json: { reasonCounts: true } }))
  for (const [asked, call, typed] of [
    ['Place Order', '**/api/booking', ['01700000009', 'Zindabazar, Sylhet']],
    ['Report this laptop', '**/api/reports', ['The price is a trap.']],
  ] as const) {
    const opener = page.getByRole('button', { name: asked }).first()
    await opener.click()
    const fields = page.getByRole('dialog').locator(':is(input, textarea):not([readonly])')
    await expect(fields).toHaveCount(typed.length)
    if (asked === 'Place Order') await fakeOrder(page)
    for (const [i, text] of typed.entries()) await fields.nth(i).fill(text)
    const letGo = await closeUnderWay(page, 'Submit', call)
    await opener.click()
    await Promise.all([page.waitForResponse(call), letGo()])
    await drawn(page)
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
  }
})
