import * as build from 'virtual:react-router/server-build'
import { matchPath } from 'react-router'

/** Which parameters of the query each public page reads. Every other page is made with the whole query. */
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
/** Stands for every target that leads nowhere. */
const NOWHERE = '/nowhere'
/** The end of a path under which React Router fetches, when pages change, what their loaders answer. */
const DATA = /(?:(?<=\/)_)?\.data$/
/** Which of them are to answer. */
const ROUTES = '_routes'

/** The paths of the site map: asking the router which page a target leads to takes ten times as long. */
const PAGES = Object.values(build.routes).flatMap((route) =>
  route && route.path !== '*' ? [wayTo(route.id)] : [],
)

function wayTo(id: string | undefined): string {
  const { parentId, path = '' } = (id && build.routes[id]) || {}
  return id ? `${wayTo(parentId)}/${path}`.replaceAll(/\/+/g, '/') : ''
}

/**
 * The target (path and query) under which the page for a target is made and kept. Those that lead to the same page
 * share one, such as what a mailing or an advertisement has added something to; and so do all that lead nowhere, since
 * whoever makes up targets would have a page made for each. A page's data depend on no more than its loaders read.
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
