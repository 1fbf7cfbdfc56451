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

/** A separate process: the tests' loader would transform the built program. V8's format shows the string's width. */
const MAKE_PAGE = `
  import { serialize } from 'node:v8'
  import { createPages } from './build/pages/server/index.js'
  const data = { '/api/brands': [], '/api/brand/hp': { _id: 'hp', brand: 'HP', products: [JSON.parse(process.argv[1])] } }
  const read = async (target) => {
    const known = Object.entries(data).find(([path]) => target.startsWith(path))
    return { status: 200, headers: { 'x-total-count': '1' }, body: Buffer.from(JSON.stringify(known[1])) }
  }
  const pages = createPages({ read, nonce: 'nonce', contactEmail: 'a@example.com', google: false, report: console.error })
  const page = await (await pages(new Request('http://shop.test/brand/hp'))).text()
  const isNarrow = String.fromCharCode(...serialize(page).subarray(2, 4)).includes('"')
  console.log(JSON.stringify({ page, isNarrow }))
`

test('V8 stores the text of a rendered page in one byte per character', () => {
  const made = execFileSync(
    process.execPath,
    ['--input-type=module', '-e', MAKE_PAGE, JSON.stringify(LAPTOP)],
    {
      encoding: 'utf8',
    },
  )
  const { page, isNarrow } = JSON.parse(made)
  expect(page).toContain('The battery&#8217;s new &#8230; &#128077;')
  expect(page).toContain('sessionStorage.getItem(storageKey)')
  expect(isNarrow).toBe(true)
})
