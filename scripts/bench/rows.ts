import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Ask } from './driver.ts'
import type { Asks } from './subjects.ts'

/** As browsers request a page. */
const AS_BROWSER = { accept: 'text/html', 'accept-encoding': 'gzip, deflate, br, zstd' }
/** More than one round can request. */
const FRESH_OF_A_ROUND = 4_000

/** A public request. A list is also compared with its SQL alone and with Express. */
export type Row = { name: string; kind: 'page' | 'fresh page' | 'list' | 'new list' | 'picture'; asks: Asks }

/** The most frequent public requests to a shop; `pool` is that of its database. */
export async function publicRows(pool: pg.Pool): Promise<Row[]> {
  const { rows } = await pool.query<{ at: Date; image: string }>(
    `select published_at as at, image_id as image from products
     where status = 'available' and withdrawn_at is null order by published_at desc, id desc limit 5000`,
  )
  const times = rows.map(({ at }) => at)
  let turn = 0
  /** A position that was never requested before: a cursor holds a time and an id, and there are many ids. */
  const place = () => cursorOf(times[turn++ % times.length]!, randomUUID())
  const fresh = (): Ask[] =>
    Array.from({ length: FRESH_OF_A_ROUND }, () => page(`/brand/hp?after=${place()}`))
  const deep = (): Ask[] =>
    Array.from({ length: FRESH_OF_A_ROUND }, () => ({ path: `/api/products?after=${place()}` }))
  return [
    { name: 'home', kind: 'page', asks: [page('/')] },
    { name: '/advertisedProducts', kind: 'page', asks: [page('/advertisedProducts')] },
    { name: '/brand/hp', kind: 'page', asks: [page('/brand/hp')] },
    { name: '/brand/hp, not packed', kind: 'page', asks: [{ path: '/brand/hp' }] },
    { name: '/brand/hp?after=, always new', kind: 'fresh page', asks: fresh },
    { name: '/api/products', kind: 'list', asks: [{ path: '/api/products' }] },
    { name: '/api/adsproduct', kind: 'list', asks: [{ path: '/api/adsproduct' }] },
    { name: '/api/product?brand=hp', kind: 'list', asks: [{ path: '/api/product?brand=hp' }] },
    { name: '/api/products?after=, always new', kind: 'new list', asks: deep },
    { name: 'a picture, 320 wide', kind: 'picture', asks: [{ path: `/api/images/${rows[0]?.image}?w=320` }] },
  ]
}

const page = (path: string): Ask => ({ path, headers: AS_BROWSER })

/** The cursor of a position in a list, as in `Link` headers. */
export const cursorOf = (at: Date, id: string) =>
  Buffer.from(`${at.toISOString()} ${id}`).toString('base64url')
