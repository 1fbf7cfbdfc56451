import { useEffect, useRef } from 'react'
import type { Page } from '../api.ts'
import { dismissFailure } from '../shell/toasts.ts'

/** Fetches the list anew, once all of a row is done. */
export type Reload = (id?: string) => Promise<void>
/** What is said to have failed of a row, and may have been done all the same. */
type Doubt<T> = {
  id: string
  /** That sentence, which is taken back as soon as the row is seen to be gone, or `isDone` of it. */
  failure: string
  isDone?: ((row: T) => boolean) | undefined
  /** Says that it is gone, unless that was said. */
  onGone?: () => void
}
/** The same unasked: where nothing can be fetched, what is there stays. A doubt is settled by this reading or a later one. */
export type Refresh<T> = (doubt?: Doubt<T>) => void

/** What was read of a list last: its first rows, as many as stand here, of what contains `search`. */
export type Found<T> = { page: Page<T[]>; search: string }

/**
 * What is said to have failed of the rows of a list, until what is `found` of them shows what became of it. `settle` and
 * `look` fetch the list anew for what changes a row.
 */
export function useDoubts<T extends { _id: string }>(
  list: { reload: () => Promise<void>; refresh: () => Promise<void> },
  found: Found<T> | undefined,
): { settle: Reload; look: Refresh<T> } {
  const doubts = useRef(new Map<string, Doubt<T>>())
  useEffect(() => {
    if (!found) return
    for (const [failure, { id, isDone, onGone }] of doubts.current) {
      const row = found.page.data.find(({ _id }) => _id === id)
      // Of a list that goes on, a newer row may have moved it to where nothing is shown yet; a search may not find it.
      if (row ? !isDone?.(row) : found.page.next || found.search) continue
      doubts.current.delete(failure)
      dismissFailure(failure)
      if (!row) onGone?.()
    }
  }, [found])
  return {
    settle(id) {
      // What became of it was said just now.
      for (const doubt of doubts.current.values()) if (doubt.id === id) delete doubt.onGone
      return list.reload()
    },
    look(doubt) {
      if (doubt) doubts.current.set(doubt.failure, doubt)
      void list.refresh()
    },
  }
}
