import { useCallback } from 'react'
import type { Report } from '#contract/reports.ts'
import { api, type Page } from '../../api.ts'
import { sayProblem } from '../../api-problem.ts'
import { asManyAsShown } from '../../list-of-page.ts'
import { Alert } from '../../ui/alert.tsx'
import { DataTable, TableSkeleton } from '../../ui/data-table.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { useLoad } from '../../use-load.ts'
import { useMore } from '../../use-more.ts'
import { decidedColumns } from './columns.tsx'

/** The history: what was decided, newest first. */
export function DecidedReports() {
  const load = useCallback(
    () => api.page('/reports', { query: { state: 'decided', limit: asManyAsShown('decided') } }),
    [],
  )
  const list = useLoad(load)
  return (
    <section aria-labelledby="decided" className="waits mt-14">
      <h2 id="decided" className="figures mb-5 text-lg">
        Decided: {list.status === 'ready' ? list.data.total : '…'}
      </h2>
      {list.status === 'loading' && <TableSkeleton label="Loading decided reports" />}
      {list.status === 'failed' && <Alert onRetry={list.reload}>{sayProblem(list.problem)}</Alert>}
      {list.status === 'ready' && <History page={list.data} />}
    </section>
  )
}

function History({ page }: { page: Page<Report[]> }) {
  const list = useMore(
    page,
    (after) => api.page('/reports', { query: { state: 'decided', after } }),
    'decided',
  )
  if (list.rows.length === 0) return <p className="text-muted">Nothing has been decided yet.</p>
  return (
    <>
      <DataTable label="Decided reports" columns={decidedColumns} rows={list.rows} />
      <LoadMore list={list} />
    </>
  )
}
