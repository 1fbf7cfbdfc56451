import type { Blog } from '#contract/blogs.ts'
import { BLOG_PREVIEW, preview } from '#contract/previews.ts'

/** Posts with only as much of their text as their cards show: whole texts were a quarter of the page. */
export const blogPreviews = (blogs: Blog[]): Blog[] =>
  blogs.map((blog) => ({ ...blog, description: preview(blog.description, BLOG_PREVIEW) }))
