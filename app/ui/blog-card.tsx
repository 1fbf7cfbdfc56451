import { Link } from 'react-router'
import type { Blog } from '#contract/blogs.ts'
import { formatMediumDate } from '#contract/dates.ts'
import { BLOG_PREVIEW, preview } from '#contract/previews.ts'

type Props = {
  blog: Blog
  level?: 'h2' | 'h3'
  /** Whether it is above the fold. */
  first?: boolean
}

/** A post as a card: picture, title, beginning. The whole card is a link to it. */
export function BlogCard({ blog, level = 'h3', first = false }: Props) {
  const Heading = level
  return (
    <article className="group relative flex h-full flex-col">
      <div className="lid">
        <img
          src={blog.img}
          alt=""
          width="640"
          height="480"
          loading={first ? 'eager' : 'lazy'}
          fetchPriority={first ? 'high' : 'auto'}
          decoding="async"
          className="aspect-[4/3] w-full object-contain"
        />
      </div>
      <div className="hinge" />
      <div className="base flex grow flex-col p-5">
        <p className="text-xs text-muted">
          <time dateTime={blog.publishedDate}>{formatMediumDate(blog.publishedDate)}</time>
        </p>
        <Heading className="mt-1 text-lg">
          <Link
            to={`/blogs/${blog._id}`}
            className="group-hover:text-signal-text after:absolute after:inset-0 after:rounded-2xl"
          >
            {blog.title}
          </Link>
        </Heading>
        <p className="mt-3 text-sm text-muted">{preview(blog.description, BLOG_PREVIEW)}</p>
      </div>
    </article>
  )
}
