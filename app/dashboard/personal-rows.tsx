import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react'
import type { Page } from '../api.ts'
import { LoadMore } from '../lists/load-more.tsx'
import { type More, useMore } from '../lists/use-more.ts'

/** Which part of a list is asked for: the first, of so many rows, or the one after a mark. */
export type Part = { limit?: number; after?: string }

/** How many a list has in all, or with `atLeast` that there are more than so many. */
export type Count = Pick<Page<unknown>, 'total' | 'atLeast'>
/** How many a list has, as its rows have it; `of` is the page that they begin with. */
type Counted = Count & { of: unknown }

/**
 * How many a list has, for its heading: as its page says it, until its rows have heard otherwise by Load more, which
 * they tell by `onCounted`.
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
  /** Hears how many there are. Must be steady. */
  onCounted: (counted: Counted) => void
  /** Which list it is, where a page has two. */
  name?: string
  /** Fetches the list anew. Where it is given, that is done each minute. */
  refresh?: (() => Promise<unknown>) | undefined
  /** What stands in place of the rows where there are none. */
  empty: ReactNode
  /** Draws the rows, and where it needs one that is not there yet, fetches on by the list. */
  children: (rows: T[], list: More<T>) => ReactNode
}

/** The rows of a list of the dashboard, as far as they were fetched, and the way to the next part. */
export function PersonalRows<T>({ page, fetchAfter, onCounted, name, refresh, empty, children }: Props<T>) {
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

/** Asks anew each minute while the page is looked at, and when it is looked at again; not behind a question. */
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
