import { expect, test } from 'vitest'
import { openPages } from './open-pages.ts'

const AWAY = '{"code":"database-unavailable","detail":"The shop cannot reach its data just now."}'

test.each(['/advertisedProducts', '/brand/hp', '/blogs', '/blogs/1', '/blogs.xml', '/sitemap.xml'])(
  '%s returns 503 while the database is unavailable, without reporting a failure',
  async (path) => {
    const { get, report } = await openPages(() => [503, AWAY])
    expect((await get(path)).status).toBe(503)
    expect(report).not.toHaveBeenCalled()
  },
)

test('an unavailable page shows the reason', async () => {
  const { get } = await openPages(() => [503, AWAY])
  expect((await get('/blogs')).text).toContain('The shop cannot reach its data just now.')
})
