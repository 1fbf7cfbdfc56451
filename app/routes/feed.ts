import type { Blog } from '#contract/blogs.ts'
import { BLOG_PREVIEW, preview } from '#contract/previews.ts'
import { serverApi } from '../api.ts'
import { html, type Markup } from '../html.ts'
import type { Route } from './+types/feed'

/** The blog as an RSS 2.0 feed. */
export async function loader({ context, request }: Route.LoaderArgs): Promise<Response> {
  const blogs = await serverApi(context).get('/blogs')
  const { origin } = new URL(request.url)
  const feed = [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<rss version="2.0"><channel>',
    `<title>Clamshell blog</title><link>${origin}/blogs</link>`,
    '<description>What to look at before you buy a used laptop, and what it is worth.</description>',
    ...blogs.map((blog) => item(blog, origin).__html),
    '</channel></rss>',
  ]
  return new Response(feed.join('\n'), { headers: { 'Content-Type': 'application/rss+xml; charset=utf-8' } })
}

function item(blog: Blog, origin: string): Markup {
  const link = `${origin}/blogs/${blog._id}`
  return html`<item><title>${blog.title}</title><link>${link}</link><guid>${link}</guid>
<pubDate>${new Date(blog.publishedDate).toUTCString()}</pubDate>
<description>${preview(blog.description, BLOG_PREVIEW)}</description></item>`
}
