import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { isolate } from '#contract/isolate.ts'
import type { Page } from '../api.ts'
import { sayProblem } from '../api-problem.ts'
import type { More } from '../lists/use-more.ts'
import { Alert } from '../ui/alert.tsx'
import { StatusText } from '../ui/status-text.tsx'
import { useLoad } from '../use-load.ts'
import { TableSkeleton } from './data-table.tsx'
import { fetchShown } from './fetch-shown.ts'
import { type Count, ListRows, type Part, useCount } from './list-rows.tsx'
import { usePreviousHeight } from './page-height.ts'
import { SearchBox } from './search-box.tsx'
import { type Found, type Refresh, type Reload, useUnconfirmedChanges } from './unconfirmed-changes.ts'
import { useEntryState } from './use-entry-state.ts'
import { useFocusFallback } from './use-focus-fallback.ts'

type Props<T> = {
  title: string
  /** Fetches a part of the list, of rows that contain `search` if there is one; must be stable (useCallback). */
  fetchPart: (part: Part, search: string) => Promise<Page<T[]>>
  /** Whether its rows can be searched. */
  searchable?: boolean
  /** Whether its rows are fetched anew each minute. */
  refreshed?: boolean
  /** Subscribes to changes of rows, which are then reloaded; returns the unsubscribe function. Must be stable. */
  subscribe?: (changed: () => void) => () => void
  /** Further filters, beside the search box. */
  filter?: ReactNode
  /** Whether such a filter is set. */
  filtered?: boolean
  /** A dialog about a row. It is rendered beside the rows, so that late search results do not remove it. */
  question?: (reload: Reload, refresh: Refresh<T>) => ReactNode
  /** The note for a search that leaves out some of its results. */
  leftOut?: string
  /** Shown in place of the rows if there are none; not for a search, which says so itself. */
  empty: ReactNode
  children: (rows: T[], reload: Reload, list: More<T>, refresh: Refresh<T>) => ReactNode
}

/** A list of the dashboard: its heading with the count, and its rows, or why they are missing. */
export function DashboardList<T extends { _id: string }>(props: Props<T>) {
  const { title, fetchPart, searchable, refreshed, subscribe } = props
  const { filter, filtered, question, leftOut, empty, children } = props
  const [asked, setAsked] = useEntryState('search', '')
  const { key } = useLocation()
  /** The filters of the rows that are shown, or were shown when the page was left. */
  const shown = useRef({ fetchPart, search: asked })
  const find = useCallback(
    async (search: string): Promise<Found<T>> => {
      const ofSearch = (part: Part) => fetchPart(part, search)
      const isShown = shown.current.fetchPart === fetchPart && shown.current.search === search
      return { page: await (isShown ? fetchShown(ofSearch) : ofSearch({})), search }
    },
    [fetchPart],
  )
  const list = useLoad(find, asked)
  const { reload, refresh } = list
  useEffect(() => subscribe?.(refresh), [subscribe, refresh])
  const found = list.status === 'ready' ? list.data : undefined
  const { settle, look } = useUnconfirmedChanges(list, found)
  useEffect(() => {
    if (found) shown.current = { fetchPart, search: found.search }
  }, [fetchPart, found])
  const [count, onCounted] = useCount(found?.page)
  const isSearching = list.busy && found !== undefined && found.search !== asked
  const isIncomplete = leftOut !== undefined && found?.page.atLeast
  const isNarrowed = Boolean(found?.search || filtered)
  const [wasNarrowed, setWasNarrowed] = useState(false)
  if (isNarrowed && !wasNarrowed) setWasNarrowed(true)
  const height = usePreviousHeight()
  const focusFallback = useFocusFallback(found)
  return (
    <section>
      <h1 className="figures mb-6 text-xl">
        {list.status === 'failed' ? title : `${title}: ${count ? sayTotal(count) : '…'}`}
      </h1>
      {searchable && (
        <div className="mb-6">
          <div className="flex flex-wrap gap-4 *:grow *:basis-64">
            <SearchBox key={key} asked={asked} onSearch={setAsked} busy={isSearching} />
            {filter}
          </div>
          <p
            role="status"
            className={
              isIncomplete || (found?.search && found.page.total === 0)
                ? 'mt-6 wrap-anywhere text-muted'
                : 'sr-only'
            }
          >
            {[found && wasNarrowed && sayFound(found.page, found.search), isIncomplete && leftOut]
              .filter(Boolean)
              .join(' ')}
          </p>
        </div>
      )}
      {/* What is chosen is told of above. */}
      <StatusText>{found && !wasNarrowed && `${title}: loaded.`}</StatusText>
      {list.status === 'loading' && <TableSkeleton label={`Loading ${title}`} height={height} />}
      {list.status === 'failed' && <Alert onRetry={reload}>{sayProblem(list.problem)}</Alert>}
      {found && (
        <div
          key={found.search}
          aria-busy={list.busy}
          {...focusFallback}
          className={isSearching ? 'opacity-60 transition-opacity delay-200' : undefined}
        >
          {(found.page.total > 0 || !found.search) && (
            <ListRows
              page={found.page}
              fetchAfter={(after) => fetchPart({ after }, found.search)}
              onCounted={onCounted}
              refresh={refreshed ? refresh : undefined}
              empty={empty}
            >
              {(rows, more) => children(rows, settle, more, look)}
            </ListRows>
          )}
        </div>
      )}
      {question?.(settle, look)}
    </section>
  )
}

/** How many a list has in all; `24+` where it is known only that there are more. */
const sayTotal = ({ total, atLeast }: Count): string => (atLeast ? `${total}+` : String(total))

function sayFound(page: Page<unknown>, search: string): string {
  if (!search) return `${sayTotal(page)} found.`
  const typed = `“${isolate(search)}”.`
  return page.total > 0 || page.atLeast
    ? `${sayTotal(page)} found for ${typed}`
    : `Nothing here matches ${typed}`
}
