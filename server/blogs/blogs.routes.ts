import { api } from '#contract/api.ts'
import type { Db } from '../database/with-transaction.ts'
import type { Serve } from '../http/serve.ts'
import { listBlogs, listLatestBlogs } from './blogs.queries.ts'

export function blogRoutes(serve: Serve, { db }: { db: Db }): void {
  serve(api.latestBlogs, async () => ({ body: await listLatestBlogs(db) }))
  serve(api.blogs, async () => ({ body: await listBlogs(db) }))
}
