import { Link, useRevalidator } from 'react-router'
import type { Blog } from '#contract/blogs.ts'
import { Alert } from '../../ui/alert.tsx'
import { BlogCard } from '../../ui/blog-card.tsx'

export function OurBlogs({ blogs }: { blogs: readonly Blog[] | undefined }) {
  const { revalidate } = useRevalidator()
  return (
    <section className="column section" aria-labelledby="blogs">
      <div className="mb-8 flex flex-wrap items-baseline justify-between gap-4">
        <h2 id="blogs" className="text-xl">
          Our Blogs
        </h2>
        <Link to="/blogs" className="link link-alone text-sm font-semibold">
          All posts
        </Link>
      </div>
      {blogs === undefined && <Alert onRetry={revalidate}>The posts could not be loaded.</Alert>}
      {blogs?.length === 0 && (
        <p className="text-muted">What we write about used laptops will appear here.</p>
      )}
      <ul className="grid gap-6 md:grid-cols-3">
        {blogs?.map((blog) => (
          <li key={blog._id}>
            <BlogCard blog={blog} />
          </li>
        ))}
      </ul>
    </section>
  )
}
