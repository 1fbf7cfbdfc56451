import type { RouteConfigEntry } from '@react-router/dev/routes'
import siteMap from '../../app/routes.ts'
import type { Screen } from './screen.ts'

/** The routes that show a page but have no screen. */
export function findMissingRoutes(screens: readonly Pick<Screen, 'route'>[]): string[] {
  const pictured = screens.map(({ route }) => route)
  return pagesOf(siteMap, '').filter((route) => !pictured.includes(route))
}

function pagesOf(entries: readonly RouteConfigEntry[], parent: string): string[] {
  return entries.flatMap(({ path = '', index, file, children }) => {
    const route = [parent, path].filter(Boolean).join('/') || '/'
    if (children) return pagesOf(children, route)
    // A route module that is not a component answers with a file, not a page.
    return file.endsWith('.tsx') ? `${route}${index && parent ? '/' : ''}` : []
  })
}
