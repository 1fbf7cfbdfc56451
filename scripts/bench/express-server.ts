import type { AddressInfo } from 'node:net'
import express from 'express'
import pg from 'pg'
import { reply } from './reply.ts'

/*
 * The reference for a typical shop: Express and pg, hand-written and as lean as reasonable, with the shop's own
 * indexes. It validates nothing, logs nothing, has no rate limits and counts no totals.
 */
const LIST = `
  select p.id as "_id", p.name, p.brand_id as brand, p.original_price_cents / 100.0::float8 as "originalPrice",
    p.current_price_cents / 100.0::float8 as "currentPrice", p.condition, p.purchase_year as "purchaseYear",
    p.purchase_months as "purchaseMonths", p.location, '/api/images/' || p.image_id as image, i.color as "imageColor",
    p.description, coalesce(u.name, 'A former seller') as "sellerName", u.verified_at is not null as "sellerVerified",
    p.published_at as "publishedDate", p.status, coalesce(p.advertised_until > now(), false) as ads
  from products p join images i on i.id = p.image_id left join users u on u.id = p.seller_id
  where p.status = 'available' and p.withdrawn_at is null`
const ORDER = 'order by p.published_at desc, p.id desc limit 25'
const AFTER = '(p.published_at, p.id) <'

let pool: pg.Pool
const app = express()
app.get('/api/products', async (request, response) => {
  const { at, id } = readCursor(request.query.after)
  const { rows } = at
    ? await pool.query({ name: 'after', text: `${LIST} and ${AFTER} ($1, $2) ${ORDER}`, values: [at, id] })
    : await pool.query({ name: 'all', text: `${LIST} ${ORDER}` })
  response.json(rows.slice(0, 24))
})
app.get('/api/product', async (request, response) => {
  const text = `${LIST} and p.brand_id = $1 ${ORDER}`
  const { rows } = await pool.query({ name: 'brand', text, values: [request.query.brand] })
  response.json(rows.slice(0, 24))
})
app.get('/api/adsproduct', async (_request, response) => {
  const text = `${LIST} and p.advertised_until is not null and p.advertised_until > now() ${ORDER}`
  const { rows } = await pool.query({ name: 'advertised', text })
  response.json(rows.slice(0, 24))
})

function readCursor(after: unknown): { at?: string; id?: string } {
  if (typeof after !== 'string') return {}
  const [at, id] = Buffer.from(after, 'base64url').toString().split(' ')
  return { ...(at && { at }), ...(id && { id }) }
}

reply(({ url }: { url: string }) => {
  // As many connections as the shop has.
  pool = new pg.Pool({ connectionString: url, max: 10 })
  pool.on('error', () => {})
  return new Promise<{ port: number }>((done) => {
    const server = app.listen(0, '127.0.0.1', () => done({ port: (server.address() as AddressInfo).port }))
  })
})
