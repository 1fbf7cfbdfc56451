import type { ReactNode } from 'react'
import type { Page } from '../api.ts'
import { sayProblem } from '../api-problem.ts'
import { useLoad } from '../use-load.ts'
import { Alert } from './alert.tsx'
import { TableSkeleton } from './data-table.tsx'

type Props<T> = {
  title: string
  /** Fetches the first part; must be steady (useCallback). */
  load: () => Promise<Page<T>>
  children: (page: Page<T>, reload: () => Promise<void>) => ReactNode
}

/** A list of the dashboard: its heading with the count, and its rows, or why they are not there. */
export function PersonalList<T>({ title, load, children }: Props<T>) {
  const list = useLoad(load)
  return (
    <section>
      <h1 className="figures mb-6 text-xl">
        {title}: {list.status === 'ready' ? list.data.total : '…'}
      </h1>
      {list.status === 'loading' && <TableSkeleton label={`Loading ${title}`} />}
      {list.status === 'failed' && <Alert onRetry={list.reload}>{sayProblem(list.problem)}</Alert>}
      {list.status === 'ready' && children(list.data, list.reload)}
    </section>
  )
}
