import { api } from '../../api.ts'
import { sayProblem } from '../../api-problem.ts'
import { DataTable, TableSkeleton } from '../../dashboard/data-table.tsx'
import { fetchShown } from '../../dashboard/fetch-shown.ts'
import { ListRows, type Part, useCount } from '../../dashboard/list-rows.tsx'
import { Alert } from '../../ui/alert.tsx'
import { StatusText } from '../../ui/status-text.tsx'
import { useLoad } from '../../use-load.ts'
import { decidedColumns } from './columns.tsx'

const fetchDecided = (part: Part) => api.page('/reports', { query: { state: 'decided', ...part } })
const load = () => fetchShown(fetchDecided, 'decided')

/** The decided reports, newest first; reloaded with each of the `decisions` that are made here. */
export function DecidedReports({ decisions }: { decisions: number }) {
  const list = useLoad(load, String(decisions))
  const [count, onCounted] = useCount(list.status === 'ready' ? list.data : undefined)
  return (
    <>
      {/* Outside of the part that is hidden until the part above it is loaded. */}
      <StatusText>{list.status === 'ready' && 'Decided reports: loaded.'}</StatusText>
      <section aria-labelledby="decided" className="waits mt-14">
        <h2 id="decided" className="figures mb-5 text-lg">
          {list.status === 'failed' ? 'Decided' : `Decided: ${count?.total ?? '…'}`}
        </h2>
        {list.status === 'loading' && <TableSkeleton label="Loading decided reports" />}
        {list.status === 'failed' && <Alert onRetry={list.reload}>{sayProblem(list.problem)}</Alert>}
        {list.status === 'ready' && (
          <ListRows
            page={list.data}
            fetchAfter={(after) => fetchDecided({ after })}
            onCounted={onCounted}
            name="decided"
            refresh={list.refresh}
            empty={<p className="text-muted">Nothing has been decided yet.</p>}
          >
            {(rows) => <DataTable label="Decided reports" columns={decidedColumns} rows={rows} />}
          </ListRows>
        )}
      </section>
    </>
  )
}
