import { desc } from 'drizzle-orm'
import { api } from '#contract/api.ts'
import type { Blog } from '#contract/blogs.ts'
import { blogs } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'
import type { Serve } from '../http/serve.ts'

export function blogRoutes(serve: Serve, { db }: { db: Db }): void {
  serve(api.latestBlogs, async () => ({ body: await listBlogs(db).limit(3).then(toWire) }))
  serve(api.blogs, async () => ({ body: await listBlogs(db).then(toWire) }))
}

const listBlogs = (db: Db) =>
  db.select().from(blogs).orderBy(desc(blogs.publishedAt), desc(blogs.id)).$dynamic()

const toWire = (rows: (typeof blogs.$inferSelect)[]): Blog[] =>
  rows.map(({ id, publishedAt, ...blog }) => ({ _id: id, ...blog, publishedDate: publishedAt.toISOString() }))
