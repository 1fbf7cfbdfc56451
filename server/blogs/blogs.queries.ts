import { desc } from 'drizzle-orm'
import type { Blog } from '#contract/blogs.ts'
import { prepared } from '../database/prepared.ts'
import { blogs } from '../database/schema.ts'
import type { Db } from '../database/with-transaction.ts'

const selectBlogs = (db: Db) => db.select().from(blogs).orderBy(desc(blogs.publishedAt), desc(blogs.id))
const all = prepared(selectBlogs, 'blogs', { pipelined: true })
const latest = prepared((db) => selectBlogs(db).limit(3), 'blogs3', { pipelined: true })

/** Every post, the newest first. */
export const listBlogs = async (db: Db): Promise<Blog[]> => (await all(db)).map(toWire)
/** The three newest. */
export const listLatestBlogs = async (db: Db): Promise<Blog[]> => (await latest(db)).map(toWire)

const toWire = ({ id, publishedAt, ...blog }: typeof blogs.$inferSelect): Blog => ({
  _id: id,
  ...blog,
  publishedDate: publishedAt.toISOString(),
})
