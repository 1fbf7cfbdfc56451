import type { Page } from '../api.ts'
import { asManyAsShown, fetchRows } from '../lists/list-of-page.ts'
import type { Part } from './list-rows.tsx'

/**
 * Reloads a list of the dashboard with as many rows as are shown, so that a change far down does not collapse it. If a
 * page has two lists, `list` says which.
 */
export function fetchShown<T>(
  fetchPart: (part: Part) => Promise<Page<T[]>>,
  list?: string,
): Promise<Page<T[]>> {
  return fetchRows(
    fetchPart,
    (rows, more) => [...rows, ...more],
    () => asManyAsShown(list),
  )
}
