import { globSync, readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import type { Blog } from '#contract/blogs.ts'
import { BLOG_PREVIEW } from '#contract/previews.ts'
import type { Product } from '#contract/products.ts'
import { expect, test } from '#tests/support/browser.ts'
import { drawn, holdBack } from '#tests/support/steps.ts'

const PAGES = ['/', '/advertisedProducts', '/brand/hp']
/** The bytes of a public page's scripts as transferred (brotli): React and its router are nine tenths of it. */
const MOST_SCRIPT = 115_200
/** The layout shift of the whole page, as Chromium counts it. */
const MOST_SHIFT = 0.02

for (const path of PAGES) {
  test(`${path} loads and hydrates without layout shift, within its script budget`, async ({ page }) => {
    const scripts: Promise<Buffer>[] = []
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') scripts.push(response.body())
    })
    await page.addInitScript(() => {
      const shifts: number[] = []
      const moved: string[] = []
      Object.assign(window, { shifts, moved })
      addEventListener('transitionrun', ({ target }) => moved.push((target as Element).outerHTML))
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value)
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto(path)
    // Each frame of a transition is one more to paint, just when a slow phone has most to do.
    await expect(page.locator('[type=submit]:disabled')).toHaveCount(0)
    expect(await page.evaluate(() => (window as unknown as { moved: string[] }).moved)).toEqual([])
    // The toggle works once the page is hydrated.
    const toggle = page.getByRole('button', { name: 'Dark theme' })
    await expect(async () => {
      await toggle.click()
      await expect(page.locator('html')).toHaveAttribute('data-theme', /dark|light/, { timeout: 500 })
    }).toPass()
    await page.evaluate(() => document.fonts.ready)
    const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)
    expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(MOST_SHIFT)
    const bodies = await Promise.all(scripts)
    // They contain nothing of the dashboard, neither its guards nor its tables, and nothing of signing in or ordering.
    for (const words of ['You are not Admin', 'Your browser did not keep our cookie', 'Meeting Location'])
      expect(bodies.some((script) => script.includes(words))).toBe(false)
    const sizes = bodies.map((script) => brotliCompressSync(script).length)
    expect(sizes.length).toBeGreaterThan(3)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MOST_SCRIPT)
  })
}

for (const path of ['/', '/blogs']) {
  test(`the HTML of ${path} contains no more of a post than its card shows`, async ({ request }) => {
    const [post]: Blog[] = await (await request.get('/api/blogs3')).json()
    const page = await (await request.get(path)).text()
    const { title = '', description = '' } = post ?? {}
    const words = (from: number) => JSON.stringify(description.slice(from, from + 20)).slice(1, -1)
    expect(description.length).toBeGreaterThan(2 * BLOG_PREVIEW)
    expect(page).toContain(title)
    expect(page).toContain(words(20))
    expect(page).not.toContain(words(BLOG_PREVIEW + 20))
  })
}

for (const path of PAGES) {
  test(`${path} preloads its fonts and its first picture, which is fetched once`, async ({ page }) => {
    const pictures: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'image') pictures.push(request.url())
    })
    await page.goto(path)
    const preloaded = (as: string) => page.locator(`head > link[rel="preload"][as="${as}"]`)
    await expect(preloaded('font')).toHaveCount(2)
    const first = page
      .getByRole('main')
      .getByRole('img', { name: /as its seller shows it$/ })
      .first()
    for (const [name, value] of Object.entries({ imagesrcset: 'srcset', imagesizes: 'sizes' })) {
      const asShown = (await first.getAttribute(value)) ?? ''
      await expect(preloaded('image')).toHaveAttribute(name, asShown)
    }
    await expect.poll(() => first.evaluate((img: HTMLImageElement) => img.complete)).toBe(true)
    const shown = await first.evaluate((img: HTMLImageElement) => img.currentSrc)
    expect(pictures.filter((url) => url === shown)).toHaveLength(1)
  })
}

for (const density of [1, 2]) {
  test(`at a pixel density of ${density}, pictures are sharp and no larger than needed`, async ({
    browser,
    shop,
  }) => {
    const visitor = { baseURL: shop.url, deviceScaleFactor: density, javaScriptEnabled: false }
    for (const path of ['/', '/advertisedProducts']) {
      const context = await browser.newContext(visitor)
      const page = await context.newPage()
      // From the narrowest: a browser with a larger copy in its cache would use that.
      for (const width of [640, 768, 820, 1024, 1180, 1280, 1440, 1920]) {
        await page.setViewportSize({ width, height: 900 })
        await page.goto(path)
        const first = page
          .getByRole('main')
          .getByRole('img', { name: /as its seller shows it$/ })
          .first()
        await expect.poll(() => first.evaluate((img: HTMLImageElement) => img.currentSrc)).not.toBe('')
        const picture = await first.evaluate((img: HTMLImageElement) => [img.currentSrc, img.width] as const)
        const taken = Number(new URL(picture[0]).searchParams.get('w')) / (picture[1] * density)
        expect(taken, `${path} at ${width}`).toBeGreaterThan(0.85)
        // Each copy is half as wide as the next.
        if (!picture[0].endsWith('w=320')) expect(taken / 2, `${path} at ${width}`).toBeLessThan(0.9)
      }
      await context.close()
    }
  })
}

for (const width of [320, 375, 1024])
  test(`at ${width} px, late fonts cause no layout shift`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.addInitScript(() => {
      const shifts: number[] = []
      Object.assign(window, { shifts })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value)
      }).observe({ type: 'layout-shift', buffered: true })
    })
    for (const path of PAGES) {
      const letGo = await holdBack(page, '**/*.woff2')
      await page.goto(path, { waitUntil: 'domcontentloaded' })
      await expect(page.locator('[type=submit]:disabled')).toHaveCount(0)
      // With this machine's fallback fonts.
      await drawn(page)
      expect(await page.evaluate(() => document.fonts.status)).toBe('loading')
      letGo()
      await page.evaluate(() => document.fonts.ready)
      await drawn(page)
      const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)
      expect(
        shifts.reduce((sum, shift) => sum + shift, 0),
        path,
      ).toBeLessThan(MOST_SHIFT)
      await page.unroute('**/*.woff2')
    }
  })

test('fonts are subset to English letters; the full font loads when a page needs others', async ({
  page,
}) => {
  const fonts: string[] = []
  page.on('request', (request) => {
    const [, name] = /\/([\w-]+?)-[\w-]{8}\.woff2/.exec(request.url()) ?? []
    if (name) fonts.push(name)
  })
  for (const path of PAGES) {
    await page.goto(path)
    await page.evaluate(() => document.fonts.ready)
  }
  expect(new Set(fonts)).toEqual(new Set(['bricolage-grotesque', 'instrument-sans']))
  await page.goto('/login')
  fonts.length = 0
  await page.getByLabel('Email').fill('josé@example.com')
  await expect.poll(() => fonts).toEqual(['instrument-sans-latin-wght-normal'])
})

test('the HTML of a list contains each description once as text and once as data', async ({ page }) => {
  const laptops: Product[] = await (await page.request.get('/api/adsproduct')).json()
  const source = await (await page.request.get('/advertisedProducts')).text()
  const count = (text: string) => source.split(text).length - 1
  const begins = laptops.map(({ description }) => description.slice(0, 120))
  const single = (begin: string) => begins.filter((other) => other === begin).length === 1
  // Descriptions that need no escaping and whose beginning is unique.
  const told = laptops.filter(
    ({ description }) =>
      /^[^&<>"'\\\n\u0100-\uffff]{121,}$/.test(description) && single(description.slice(0, 120)),
  )
  expect(told.length).toBeGreaterThan(0)
  for (const { _id, description } of told) {
    // For the browser, and where the heading is referenced as the card's name.
    expect(count(_id)).toBe(3)
    expect(count(`<p>${description.slice(0, 120)}&#8230;</p>`)).toBe(1)
    expect(count(`<p>${description}</p>`)).toBe(1)
    expect(count(description)).toBe(2)
  }
})

test('a tooltip appears on focus and hover, and Escape hides it', async ({ page }) => {
  await page.goto('/advertisedProducts')
  const chip = page.getByRole('button', { name: /^Condition: / }).first()
  const shown = () => chip.evaluate((button) => getComputedStyle(button, '::after').content)
  expect(await shown()).toBe('none')
  await chip.hover()
  expect(await shown()).toMatch(/battery/)
  // Repeated until the page handles the key.
  await expect(async () => {
    await page.keyboard.press('Escape')
    expect(await shown()).toBe('none')
  }).toPass()
  await page.mouse.move(0, 0)
  await page.getByRole('link', { name: 'Blogs' }).first().focus()
  await chip.focus()
  expect(await shown()).toMatch(/battery/)
  await expect(chip).toHaveAccessibleDescription(/battery/)
})

test('the server build renders with production React, whatever NODE_ENV says', () => {
  const made = globSync('build/pages/server/**/*.js')
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
  // An import from outside the build would go by NODE_ENV at run time.
  expect(made.match(/^import .*["']react.*$/gm)).toBe(null)
  expect(made.match(/react-dom-server-legacy\.node\.\w+\.js/)?.[0]).toBe(
    'react-dom-server-legacy.node.production.js',
  )
  expect(made.match(/[\w.-]+\.development\.js/g)).toBe(null)
})
