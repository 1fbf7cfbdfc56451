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
  let asked = Math.min(ROWS.most, asManyAsShown(list))
  let page = await fetchPart({ limit: asked })
  // Counted anew each time: by Load more there may stand more of them by now.
  while (page.next && asked < asManyAsShown(list)) {
    const limit = Math.min(ROWS.most, asManyAsShown(list) - asked)
    const part = await fetchPart({ after: page.next, limit })
    page = { ...part, data: [...page.data, ...part.data] }
    asked += limit
  }
  return page
}
