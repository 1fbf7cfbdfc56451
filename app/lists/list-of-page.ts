import { useLayoutEffect } from 'react'
import { useLocation } from 'react-router'
import { ROWS } from '#contract/limits.ts'
import type { Page } from '../api.ts'
import { numberByPlace } from './number-by-place.ts'

/** How many rows each list had on the screen, by its place in the history and its address. */
const shownAt = numberByPlace('shown')
type Address = { pathname: string; search: string; key?: string }
/** What the router calls a place that the browser has made by itself: by a link to a part of a page not alive yet. */
const NO_KEY = 'default'
/** Which entry of the history the browser is at. */
export const keyHere = (): string => history.state?.key ?? NO_KEY
/** A place in the history and its address, under which what stood there is remembered. */
const placeOf = ({ pathname, search, key = keyHere() }: Address) => `${key} ${pathname}${search} `

/** Remembers how many rows of a list stand here, for whoever comes back. Where a page has two, `list` says which. */
export function useShown(rows: number, list = ''): void {
  // The router's: while one goes back, the browser's address is already that of the page that is not there yet.
  const place = placeOf(useLocation()) + list
  useLayoutEffect(() => void shownAt.set(place, rows))
}

/** How many rows to fetch where this page's list is fetched anew, so that none is folded up; may take several calls. */
export const asManyAsShown = (list = ''): number =>
  Math.max(ROWS.usual, shownAt.get(placeOf(location) + list) ?? 0)

/**
 * Fetches a list with as many rows as `count` says, by as many calls as that takes; as many as come unasked where it is
 * not said.
 */
export async function fetchRows<T>(
  fetchPart: (part: { limit?: number; after?: string }) => Promise<Page<T>>,
  join: (rows: T, more: T) => T,
  count?: () => number,
): Promise<Page<T>> {
  if (!count) return fetchPart({})
  let asked = Math.min(ROWS.most, count())
  let page = await fetchPart({ limit: asked })
  // Counted anew each time: by Load more there may stand more of them by now.
  while (page.next && asked < count()) {
    const limit = Math.min(ROWS.most, count() - asked)
    const part = await fetchPart({ after: page.next, limit })
    page = { ...part, data: join(page.data, part.data) }
    asked += limit
  }
  return page
}

/**
 * A list for its page, in the browser: the page comes at once, its rows when they are there, by Loaded. For whoever
 * comes back to a list it is waited for, with as many rows as it had (`count`), so that they find the place that they
 * left.
 */
export async function listOfPage<T>(
  request: Request,
  fetchList: (count?: () => number) => Promise<T>,
): Promise<{ list: T | Promise<T> }> {
  const shown = shownAt.get(placeOf(new URL(request.url)))
  const isKnown = shown !== undefined
  const list = fetchList(isKnown ? () => Math.max(ROWS.usual, shown) : undefined)
  // Loaded says that it failed. Caught here as well, since it may fail before the page is there to hear of it.
  const rows = list.catch(() => undefined)
  return { list: (isKnown && (await rows)) || list }
}
