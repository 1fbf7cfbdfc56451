import * as build from 'virtual:react-router/server-build'
import { matchPath } from 'react-router'

/** The query parameters that each public page reads. Every other page is rendered with the whole query. */
const READS: Record<string, readonly string[]> = {
  '/': [],
  '/advertisedProducts': ['after'],
  '/brand/:id': ['after'],
  '/blogs': [],
  '/blogs.xml': [],
  '/blogs/:id': [],
  '/sitemap.xml': [],
  '/robots.txt': [],
  '/privacy': [],
  '/terms': [],
}
/** The target for everything that leads nowhere. */
const NOWHERE = '/nowhere'
/** The ending of the path under which React Router loads the data of a page's loaders. */
const DATA = /(?:(?<=\/)_)?\.data$/
/** The parameter that selects some of the loaders. */
const ROUTES = '_routes'

/** The paths of the site map: asking the router for a target's page takes ten times as long. */
const PAGES = Object.values(build.routes).flatMap((route) =>
  route && route.path !== '*' ? [wayTo(route.id)] : [],
)

function wayTo(id: string | undefined): string {
  const { parentId, path = '' } = (id && build.routes[id]) || {}
  return id ? `${wayTo(parentId)}/${path}`.replaceAll(/\/+/g, '/') : ''
}

/**
 * The target (path and query) under which a page is rendered and cached. Targets that lead to the same page share one,
 * such as those to which a mailing or an advertisement has added parameters; and so do all that lead nowhere, since
 * made-up targets would otherwise be rendered one by one. A page's data depends on no more than its loaders read.
 */
export function pageTarget(target: string): string {
  const [path = '', query = ''] = target.split(/\?(.*)/s)
  const place = path.replace(DATA, '')
  const isData = place !== path
  const page = Object.keys(READS).find((pattern) => matchPath(pattern, place))
  const isPage = page !== undefined || PAGES.some((pattern) => matchPath(pattern, place))
  if (page === undefined && !isData) return isPage ? target : NOWHERE
  const names = [...(isData ? [ROUTES] : []), ...(READS[page ?? ''] ?? [])]
  const asked = new URLSearchParams(query)
  const read = names.flatMap((name) => asked.getAll(name).map((value) => [name, value]))
  const at = isPage ? path : `${NOWHERE}.data`
  return read.length > 0 ? `${at}?${new URLSearchParams(read)}` : at
}
