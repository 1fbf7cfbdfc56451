import { desc } from 'drizzle-orm'
import { api } from '#contract/api.ts'
import type { Blog } from '#contract/blogs.ts'
import { prepared } from '../database/prepared.ts'
import { blogs } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'
import type { Serve } from '../http/serve.ts'

export function blogRoutes(serve: Serve, { db }: { db: Db }): void {
  serve(api.latestBlogs, async () => ({ body: toWire(await latest(db)) }))
  serve(api.blogs, async () => ({ body: toWire(await all(db)) }))
}

const selectBlogs = (db: Db) => db.select().from(blogs).orderBy(desc(blogs.publishedAt), desc(blogs.id))
const all = prepared(selectBlogs)
const latest = prepared((db) => selectBlogs(db).limit(3))

const toWire = (rows: (typeof blogs.$inferSelect)[]): Blog[] =>
  rows.map(({ id, publishedAt, ...blog }) => ({ _id: id, ...blog, publishedDate: publishedAt.toISOString() }))
