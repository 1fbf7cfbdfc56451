import { data, Link } from 'react-router'
import { formatMediumDate } from '#contract/dates.ts'
import { BLOG_PREVIEW, preview } from '#contract/previews.ts'
import { serverApi } from '../api.ts'
import { Canonical } from '../ui/canonical.tsx'
import type { Route } from './+types/blog'

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.blog.title ?? 'Blogs'} · Clamshell` },
  { name: 'description', content: preview(loaderData?.blog.description ?? '', BLOG_PREVIEW) },
]

export async function loader({ context, params }: Route.LoaderArgs) {
  const blogs = await serverApi(context).get('/blogs')
  const blog = blogs.find(({ _id }) => _id === params.id)
  if (!blog) throw data(null, { status: 404 })
  return { blog }
}

export default function BlogPost({ loaderData: { blog } }: Route.ComponentProps) {
  return (
    <article className="column section">
      <Canonical path={`/blogs/${blog._id}`} />
      <div className="mx-auto max-w-2xl">
        <p className="figures text-sm text-muted">
          <time dateTime={blog.publishedDate}>{formatMediumDate(blog.publishedDate)}</time>
        </p>
        <h1 className="mt-2 text-xl">{blog.title}</h1>
        <div className="mt-8">
          <div className="lid">
            <img
              src={blog.img}
              alt=""
              width="640"
              height="480"
              className="aspect-[4/3] w-full object-contain"
            />
          </div>
          <div className="hinge" />
        </div>
        <div className="prose-column mt-8">
          {paragraphs(blog.description).map(({ text, key }) => (
            <p key={key} className="whitespace-pre-line">
              {text}
            </p>
          ))}
        </div>
        <p className="mt-12">
          <Link to="/blogs" className="link link-alone font-semibold">
            All posts
          </Link>
        </p>
      </div>
    </article>
  )
}

function paragraphs(description: string) {
  return description.split(/\n\s*\n/).map((text, index) => ({ text, key: `${index}` }))
}
