import type { Route } from './+types/robots'

/** What search engines may read, and where the site map is. */
export function loader({ request }: Route.LoaderArgs): Response {
  const { origin } = new URL(request.url)
  const lines = [
    'User-agent: *',
    'Disallow: /dashboard',
    'Allow: /api/images/',
    'Disallow: /api/',
    'Disallow: /auth/',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ]
  return new Response(lines.join('\n'), { headers: { 'Content-Type': 'text/plain; charset=utf-8' } })
}
