import { useState } from 'react'

export type Selection<Row> = {
  /** The selected rows that still exist. */
  rows: Row[]
  /** Whether all are selected, or only some. */
  all: boolean
  some: boolean
  has: (row: Row) => boolean
  toggle: (row: Row) => void
  /** Selects all; if all are selected, none. */
  toggleAll: () => void
}

/** Which rows of a list are selected. Rows that leave the list leave the selection. */
export function useSelection<Row extends { _id: string }>(rows: readonly Row[]): Selection<Row> {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const selected = rows.filter(({ _id }) => ids.has(_id))
  if (selected.length < ids.size) setIds(new Set(selected.map(({ _id }) => _id)))
  const all = rows.length > 0 && selected.length === rows.length
  return {
    rows: selected,
    all,
    some: selected.length > 0 && !all,
    has: ({ _id }) => ids.has(_id),
    toggle({ _id }) {
      const next = new Set(ids)
      if (!next.delete(_id)) next.add(_id)
      setIds(next)
    },
    toggleAll() {
      setIds(new Set(all ? [] : rows.map(({ _id }) => _id)))
    },
  }
}
