import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react'
import type { Page } from '../api.ts'
import { LoadMore } from '../lists/load-more.tsx'
import { type More, useMore } from '../lists/use-more.ts'

/** The part of a list: the first, of so many rows, or the one after a cursor. */
export type Part = { limit?: number; after?: string }

/** How many rows a list has in all, or with `atLeast`: more than that many. */
export type Count = Pick<Page<unknown>, 'total' | 'atLeast'>
/** A list's count as its rows know it; `of` is the page that they begin with. */
type Counted = Count & { of: unknown }

/**
 * The count for a list's heading: that of its page, until Load more brings another, which the rows report by
 * `onCounted`.
 */
export function useCount(
  page: Count | undefined,
): [count: Count | undefined, onCounted: (counted: Counted) => void] {
  const [counted, setCounted] = useState<Counted>()
  return [counted?.of === page ? counted : page, setCounted]
}

type Props<T> = {
  page: Page<T[]>
  fetchAfter: (after: string) => Promise<Page<T[]>>
  /** Called with the count. Must be stable. */
  onCounted: (counted: Counted) => void
  /** Which list it is, if the page has another. */
  name?: string
  /** Reloads the list. If it is given, that happens every minute. */
  refresh?: (() => Promise<unknown>) | undefined
  /** Shown in place of the rows if there are none. */
  empty: ReactNode
  /** Renders the rows; if it needs one that is not loaded yet, it loads more by `list`. */
  children: (rows: T[], list: More<T>) => ReactNode
}

/** The loaded rows of a list of the dashboard, and the button for the next part. */
export function ListRows<T>({ page, fetchAfter, onCounted, name, refresh, empty, children }: Props<T>) {
  const list = useMore(page, fetchAfter, name)
  const { total, atLeast } = list
  useLayoutEffect(() => onCounted({ of: page, total, atLeast }), [onCounted, page, total, atLeast])
  useRefresh(refresh)
  if (list.rows.length === 0) return empty
  return (
    <>
      {children(list.rows, list)}
      <LoadMore list={list} />
    </>
  )
}

/** How often it is asked anew, in milliseconds. */
const REFRESH = 60_000

/** Reloads every minute while the page is visible, and when the window gets the focus; not behind a dialog. */
function useRefresh(refresh?: () => Promise<unknown>): void {
  useEffect(() => {
    if (!refresh) return
    const look = () => {
      const asked = document.querySelector('dialog[open]')
      if (!asked && !document.hidden && navigator.onLine) void refresh()
    }
    const timer = setInterval(look, REFRESH)
    addEventListener('focus', look)
    return () => {
      clearInterval(timer)
      removeEventListener('focus', look)
    }
  }, [refresh])
}
