import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/browser.ts'

const canonicalOf = (page: Page) =>
  page
    .locator('link[rel="canonical"]')
    .evaluateAll((links) => links.map((link) => (link as HTMLLinkElement).href))

test('a page at a non-canonical URL declares its canonical URL', async ({ page, baseURL }) => {
  for (const [asked, counts] of [
    ['/?utm_source=letter', '/'],
    ['/ADVERTISEDPRODUCTS', '/advertisedProducts'],
    ['/brand/HP/', '/brand/hp'],
    ['/BLOGS/', '/blogs'],
    ['/Terms', '/terms'],
  ] as const) {
    await page.goto(asked)
    await expect.poll(() => canonicalOf(page), asked).toEqual([baseURL + counts])
  }
})

test('navigation updates the canonical URL; Login and missing pages have none', async ({ page, baseURL }) => {
  await page.goto('/privacy')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click()
  await expect.poll(() => canonicalOf(page)).toEqual([`${baseURL}/terms`])
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click()
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
  expect(await canonicalOf(page)).toEqual([])
  expect(await (await page.request.get('/nothing')).text()).not.toContain('canonical')
})

test('the sitemap lists every indexable page at its canonical URL', async ({ request, baseURL }) => {
  const robots = await request.get('/robots.txt')
  expect(robots.headers()['content-type']).toContain('text/plain')
  const [, place = ''] = /^Sitemap: (\S+)$/m.exec(await robots.text()) ?? []
  const map = await request.get(place)
  expect(map.headers()['content-type']).toContain('application/xml')
  const addresses = [...(await map.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, address = '']) => address,
  )
  const posts: { _id: string }[] = await (await request.get('/api/blogs')).json()
  const paths = [
    '/',
    '/advertisedProducts',
    '/blogs',
    '/privacy',
    '/terms',
    '/brand/hp',
    '/brand/dell',
    '/brand/walton',
  ]
  expect(new Set(addresses)).toEqual(
    new Set([...paths, ...posts.map(({ _id }) => `/blogs/${_id}`)].map((path) => baseURL + path)),
  )
  for (const address of addresses)
    expect(await (await request.get(address)).text()).toContain(`<link rel="canonical" href="${address}"/>`)
})
