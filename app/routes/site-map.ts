import { serverApi } from '../api.ts'
import { html } from '../html.ts'
import type { Route } from './+types/site-map'

const PAGES = ['/', '/advertisedProducts', '/blogs', '/privacy', '/terms']

/** The public pages, for search engines (sitemaps.org, 0.9). */
export async function loader({ context, request }: Route.LoaderArgs): Promise<Response> {
  const api = serverApi(context)
  const [brands, blogs] = await Promise.all([api.get('/brands'), api.get('/blogs')])
  const paths = [
    ...PAGES,
    ...brands.map(({ _id }) => `/brand/${encodeURIComponent(_id)}`),
    ...blogs.map(({ _id }) => `/blogs/${_id}`),
  ]
  const { origin } = new URL(request.url)
  const map = [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...paths.map((path) => html`<url><loc>${origin + path}</loc></url>`.__html),
    '</urlset>',
  ]
  return new Response(map.join('\n'), { headers: { 'Content-Type': 'application/xml; charset=utf-8' } })
}
