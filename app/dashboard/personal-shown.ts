import type { Page } from '../api.ts'
import { asManyAsShown, fetchRows } from '../lists/list-of-page.ts'
import type { Part } from './personal-rows.tsx'

/**
 * Fetches a list of the dashboard anew with as many rows as stand here: a change far down does not fold it up. Where a
 * page has two, `list` says which.
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
