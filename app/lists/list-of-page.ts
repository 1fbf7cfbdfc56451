import { useLayoutEffect } from 'react'
import { useLocation } from 'react-router'
import { ROWS } from '#contract/limits.ts'
import type { Page } from '../api.ts'
import { numberByEntry } from './number-by-entry.ts'

/** How many rows of each list were shown, by history entry and address. */
const shownAt = numberByEntry('shown')
type Address = { pathname: string; search: string; key?: string }
/**
 * The router's key for a history entry that the browser made by itself: by a link to a part of a page before hydration.
 */
const NO_KEY = 'default'
/** The key of the current history entry. */
export const keyHere = (): string => history.state?.key ?? NO_KEY
/** A history entry and its address, under which the number of rows is remembered. */
const placeOf = ({ pathname, search, key = keyHere() }: Address) => `${key} ${pathname}${search} `

/** Remembers how many rows of a list are shown, for coming back to it. If a page has two, `list` says which. */
export function useShown(rows: number, list = ''): void {
  // The router's location: while going back, the browser's address is already that of the page that is not there yet.
  const place = placeOf(useLocation()) + list
  useLayoutEffect(() => void shownAt.set(place, rows))
}

/** How many rows to load when this page's list is reloaded, so that none disappears; may take several calls. */
export const asManyAsShown = (list = ''): number =>
  Math.max(ROWS.usual, shownAt.get(placeOf(location) + list) ?? 0)

/**
 * Loads a list with as many rows as `count` says, in as many calls as that takes; with the default number if it is not
 * given.
 */
export async function fetchRows<T>(
  fetchPart: (part: { limit?: number; after?: string }) => Promise<Page<T>>,
  join: (rows: T, more: T) => T,
  count?: () => number,
): Promise<Page<T>> {
  if (!count) return fetchPart({})
  let asked = Math.min(ROWS.most, count())
  let page = await fetchPart({ limit: asked })
  // Read again each time: Load more may have added rows by now.
  while (page.next && asked < count()) {
    const limit = Math.min(ROWS.most, count() - asked)
    const part = await fetchPart({ after: page.next, limit })
    page = { ...part, data: join(page.data, part.data) }
    asked += limit
  }
  return page
}

/**
 * A list for its page, in the browser: the page comes at once, and its rows when they are loaded, by Loaded. When
 * somebody comes back to a list, the page waits for it, with as many rows as it had (`count`), so that they find their
 * place again.
 */
export async function listOfPage<T>(
  request: Request,
  fetchList: (count?: () => number) => Promise<T>,
): Promise<{ list: T | Promise<T> }> {
  const shown = shownAt.get(placeOf(new URL(request.url)))
  const isKnown = shown !== undefined
  const list = fetchList(isKnown ? () => Math.max(ROWS.usual, shown) : undefined)
  // Loaded shows the failure. It is caught here as well, since it may come before the page is mounted.
  const rows = list.catch(() => undefined)
  return { list: (isKnown && (await rows)) || list }
}
