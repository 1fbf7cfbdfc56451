import { useEffect, useRef } from 'react'
import type { Page } from '../api.ts'
import { dismissFailure } from '../shell/toasts.ts'

/** Reloads the list, after the change to a row is done. */
export type Reload = (id?: string) => Promise<void>
/** A reported failure of a change to a row, which may have been done all the same. */
type UnconfirmedChange<T> = {
  id: string
  /** The message, which is dismissed as soon as the row is seen to be gone, or `isDone` for it. */
  failure: string
  isDone?: ((row: T) => boolean) | undefined
  /** Says that the row is gone, unless that was said. */
  onGone?: () => void
}
/**
 * Reloads it in the background: if that fails, the old rows stay. A change is settled by this reading or a later one.
 */
export type Refresh<T> = (change?: UnconfirmedChange<T>) => void

/** The last result for a list: its first rows, as many as are shown, of those that contain `search`. */
export type Found<T> = { page: Page<T[]>; search: string }

/**
 * The reported failures of changes to rows, until the rows that are `found` show whether the change was made. `settle`
 * and `look` reload the list for a dialog that changes a row.
 */
export function useUnconfirmedChanges<T extends { _id: string }>(
  list: { reload: () => Promise<void>; refresh: () => Promise<void> },
  found: Found<T> | undefined,
): { settle: Reload; look: Refresh<T> } {
  const changes = useRef(new Map<string, UnconfirmedChange<T>>())
  useEffect(() => {
    if (!found) return
    for (const [failure, { id, isDone, onGone }] of changes.current) {
      const row = found.page.data.find(({ _id }) => _id === id)
      // In a list with more pages, a newer row may have moved this one to where nothing is shown yet; a search may not
      // find it.
      if (row ? !isDone?.(row) : found.page.next || found.search) continue
      changes.current.delete(failure)
      dismissFailure(failure)
      if (!row) onGone?.()
    }
  }, [found])
  return {
    settle(id) {
      // What happened to it was said just now.
      for (const change of changes.current.values()) if (change.id === id) delete change.onGone
      return list.reload()
    },
    look(change) {
      if (change) changes.current.set(change.failure, change)
      void list.refresh()
    },
  }
}
