import { expect, test, vi } from 'vitest'
import { ReadyAnswer } from '#server/http/ready-answer.ts'
import { createWeb } from '#server/web.ts'

/** The built pages, over calls that know no data; each page asks for the brands once while it is made. */
async function openPages() {
  const read = vi.fn(async (target: string) => {
    const [status, body] = target === '/api/brands' ? [200, '[]'] : [404, '{"code":"not-found"}']
    return new ReadyAnswer(Buffer.from(body), { status, headers: { 'content-type': 'application/json' } })
  })
  const web = await createWeb({
    mode: 'production',
    read,
    realCards: false,
    publicUrl: 'http://shop.test',
    contactEmail: 'operator@example.com',
    google: false,
    report: () => {},
  })
  const made = () => read.mock.calls.filter(([target]) => target === '/api/brands').length
  const get = async (target: string) => {
    const { status, headers, body } = await web.fetch(new Request(`http://shop.test${target}`))
    return { status, headers, text: Buffer.from(body ?? []).toString() }
  }
  return { get, made }
}

test('all addresses that lead nowhere have one page, made once', async () => {
  const { get, made } = await openPages()
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
  expect(made()).toBe(1)
})

test.each([
  ['/', '/?utm_source=a&fbclid=b'],
  ['/terms', '/terms?gclid=c'],
  ['/privacy', '/privacy?'],
])('%s is the same page as %s, and made once', async (plain, added) => {
  const { get, made } = await openPages()
  const page = await get(plain)
  expect(page.status).toBe(200)
  expect(await get(added)).toEqual(page)
  expect(made()).toBe(1)
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

test('a place in a list is read among what was added to the target', async () => {
  const { get, made } = await openPages()
  await get('/brand/none?after=x%2By')
  await get('/brand/none?utm_source=a&after=x%2By&gclid=b')
  expect(made()).toBe(1)
})

test('what React Router fetches in the place of a page is no page', async () => {
  const { get } = await openPages()
  expect((await get('/terms.data')).headers['content-type']).toMatch(/^text\/x-script/)
})
