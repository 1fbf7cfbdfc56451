import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import type { Product } from '#contract/products.ts'

const LAPTOP: Product = {
  _id: '019a0000-0000-7000-8000-000000000000',
  name: 'HP EliteBook 840 14”',
  brand: 'hp',
  originalPrice: 900,
  currentPrice: 450,
  condition: 'Good',
  purchaseYear: '1Y 2M',
  purchaseMonths: 14,
  location: 'IDB Bhaban, Agargaon',
  image: '/api/images/5f0c',
  imageColor: '#aabbcc',
  description: 'The battery’s new … 👍',
  sellerName: 'Zoë’s',
  sellerVerified: true,
  publishedDate: '2026-01-02T03:04:05.000Z',
  status: 'available',
  ads: true,
}

/**
 * Runs a script that has `render`, which returns a brand's page as text. A separate process: the tests' loader would
 * transform the built program.
 */
function runWithPages(script: string, products: Product[]) {
  const open = `
    import { createPages } from './build/pages/server/index.js'
    const data = { '/api/brands': [], '/api/brand/hp': { _id: 'hp', brand: 'HP', products: JSON.parse(process.argv[1]) } }
    const read = async (target) => {
      const known = Object.entries(data).find(([path]) => target.startsWith(path))
      return { status: 200, headers: { 'x-total-count': '1' }, body: Buffer.from(JSON.stringify(known[1])) }
    }
    const pages = createPages({ read, nonce: 'nonce', contactEmail: 'a@example.com', google: false, report: console.error })
    const render = async () => (await pages(new Request('http://shop.test/brand/hp'))).text()
  `
  const run = ['--expose-gc', '--input-type=module', '-e', open + script, JSON.stringify(products)]
  return JSON.parse(execFileSync(process.execPath, run, { encoding: 'utf8' }))
}

/** V8's format shows the string's width. */
const MEASURE_WIDTH = `
  const { serialize } = await import('node:v8')
  const page = await render()
  const isNarrow = String.fromCharCode(...serialize(page).subarray(2, 4)).includes('"')
  console.log(JSON.stringify({ page, isNarrow }))
`

test('V8 stores the text of a rendered page in one byte per character', () => {
  const { page, isNarrow } = runWithPages(MEASURE_WIDTH, [LAPTOP])
  expect(page).toContain('The battery&#8217;s new &#8230; &#128077;')
  expect(page).toContain('sessionStorage.getItem(storageKey)')
  expect(isNarrow).toBe(true)
})

/** What survives two minor collections is old. */
const MEASURE_LEFT_BEHIND = `
  const { getHeapSpaceStatistics } = await import('node:v8')
  const old = () => getHeapSpaceStatistics().find((space) => space.space_name === 'old_space').space_used_size
  const renderPages = async (times) => {
    for (let n = 0; n < times; n++) {
      await render()
      // What awaited the page lives until the next task.
      await new Promise(setImmediate)
      for (const _ of [1, 2]) gc({ type: 'minor' })
    }
  }
  await renderPages(20)
  gc()
  const before = old()
  await renderPages(50)
  console.log((old() - before) / 50)
`

test('what loaders read for a page is freed by minor garbage collections', () => {
  const description = 'x'.repeat(100_000)
  expect(runWithPages(MEASURE_LEFT_BEHIND, [{ ...LAPTOP, description }])).toBeLessThan(50_000)
})
