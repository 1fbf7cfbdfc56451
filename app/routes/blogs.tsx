import type { Blog } from '#contract/blogs.ts'
import { api, serverApi } from '../api.ts'
import { blogPreviews } from '../blog-previews.ts'
import { Empty } from '../lists/empty.tsx'
import { listOfPage, useShown } from '../lists/list-of-page.ts'
import { Loaded } from '../lists/loaded.tsx'
import { BlogCard } from '../ui/blog-card.tsx'
import { Canonical } from '../ui/canonical.tsx'
import type { Route } from './+types/blogs'

export const meta: Route.MetaFunction = () => [
  { title: 'Blogs · Clamshell' },
  { name: 'description', content: 'What to look at before you buy a used laptop, and what it is worth.' },
]

export async function loader({ context }: Route.LoaderArgs) {
  return { list: blogPreviews(await serverApi(context).get('/blogs')) }
}

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return listOfPage(request, () => api.get('/blogs'))
}

export default function Blogs({ loaderData }: Route.ComponentProps) {
  return (
    <section className="column section">
      <Canonical path="/blogs" />
      <Loaded data={loaderData.list} title="Blogs" waiting={<Waiting />}>
        {(blogs) => (
          <>
            <h1 className="mb-8 text-xl">Blogs</h1>
            <Posts blogs={blogs} />
          </>
        )}
      </Loaded>
    </section>
  )
}

function Posts({ blogs }: { blogs: readonly Blog[] }) {
  useShown(blogs.length)
  if (blogs.length === 0) {
    return (
      <Empty to="/advertisedProducts" action="See the laptops">
        What we write about used laptops appears here. No posts yet.
      </Empty>
    )
  }
  return (
    <ul className="grid gap-x-6 gap-y-8 sm:grid-cols-2 lg:grid-cols-3">
      {blogs.map((blog, index) => (
        <li key={blog._id}>
          <BlogCard blog={blog} level="h2" first={index < 3} />
        </li>
      ))}
    </ul>
  )
}

function Waiting() {
  return (
    <>
      <h1 className="mb-8 text-xl">Blogs</h1>
      <div role="status" className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
        <span className="sr-only">Loading posts</span>
        {['one', 'two', 'three'].map((key) => (
          <div key={key} className="skeleton h-96" />
        ))}
      </div>
    </>
  )
}
