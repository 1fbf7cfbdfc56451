import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openPages as openPagesOver } from './open-pages.ts'

/** The built pages, over calls without data; each page requests the brands once while it is rendered. */
async function openPages() {
  const { get, read } = await openPagesOver((target) =>
    target === '/api/brands' ? [200, '[]'] : [404, '{"code":"not-found"}'],
  )
  const made = () => read.mock.calls.filter(([target]) => target === '/api/brands').length
  return { get, made }
}

/** However long a test takes, cached pages stay fresh. */
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

test('all unknown paths share one page, which is cached from its second request on', async () => {
  const { get, made } = await openPages()
  await get('/made-up-0')
  const first = await get('/made-up-1')
  expect(first.status).toBe(404)
  expect(first.headers['cache-control']).toBe('no-cache')
  expect(first.text).toContain('Sorry, we can&#x27;t find that page.')
  const nowhere = [
    '/made-up-2?and=2',
    '/brand/hp/more',
    '/dashboard/none',
    '//x',
    '/%zz',
    '/a/b/c?d',
    '/wp-login.php',
  ]
  for (const target of nowhere) expect(await get(target), target).toEqual(first)
  expect(made()).toBe(2)
})

test.each([
  ['/', '/?utm_source=a&fbclid=b'],
  ['/terms', '/terms?gclid=c'],
  ['/privacy', '/privacy?'],
])('%s is the same page as %s', async (plain, added) => {
  const { get, made } = await openPages()
  await get(plain)
  const page = await get(added)
  expect(page.status).toBe(200)
  expect(await get(plain)).toEqual(page)
  expect(made()).toBe(2)
})

test.each([
  ['/login?next=%2Fdashboard', '/login?next=%2F'],
  ['/dashboard', '/dashboard/myorders'],
  ['/brand/none', '/brand/none?after=x'],
  ['/blogs/none', '/blogs/other'],
])('%s and %s are two pages', async (one, other) => {
  const { get, made } = await openPages()
  await get(one)
  await get(other)
  expect(made()).toBe(2)
})

test('the "after" of a list is kept among parameters added to the target', async () => {
  const { get, made } = await openPages()
  await get('/brand/none?after=x%2By')
  await get('/brand/none?utm_source=a&after=x%2By&gclid=b')
  await get('/brand/none?gclid=b&after=x%2By')
  expect(made()).toBe(2)
})

test.each([
  ['/login.data?_routes=none&made=up', '/login.data?_routes=none'],
  ['/made-up.data?a=b', '/nowhere.data'],
  ['/brand/none.data?made=up&after=x', '/brand/none.data?after=x'],
  ['/brand/none/_.data?after=x&made=up', '/brand/none/_.data?after=x'],
  ['/_.data?_routes=routes%2Fhome', '/_.data?_routes=routes%2Fhome'],
  ['/made-up?a=.data', '/nowhere'],
  ['/terms?a=.data', '/terms'],
])('%s is cached as %s', async (target, as) => {
  const { pageTarget } = await import('../../build/pages/server/index.js' as string)
  expect(pageTarget(target)).toBe(as)
})

test('a data request of React Router returns no HTML page', async () => {
  const { get } = await openPages()
  expect((await get('/terms.data')).headers['content-type']).toMatch(/^text\/x-script/)
})
