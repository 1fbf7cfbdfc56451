import { ROWS } from '#contract/limits.ts'
import type { Page } from '../api.ts'
import { asManyAsShown } from '../list-of-page.ts'
import type { Part } from './personal-rows.tsx'

/**
 * Fetches a list of the dashboard anew with as many rows as stand here, by as many calls as that takes: a change far
 * down does not fold it up. Where a page has two, `list` says which.
 */
export async function fetchShown<T>(
  fetchPart: (part: Part) => Promise<Page<T[]>>,
  list?: string,
): Promise<Page<T[]>> {
  const rows = asManyAsShown(list)
  let page = await fetchPart({ limit: Math.min(ROWS.most, rows) })
  for (let left = rows - ROWS.most; left > 0 && page.next; left -= ROWS.most) {
    const part = await fetchPart({ after: page.next, limit: Math.min(ROWS.most, left) })
    page = { ...part, data: [...page.data, ...part.data] }
  }
  return page
}
