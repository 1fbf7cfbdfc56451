import { useCallback, useState } from 'react'
import type { Report } from '#contract/reports.ts'
import { api, type Page } from '../api.ts'
import { asManyAsShown } from '../list-of-page.ts'
import { DataTable } from '../ui/data-table.tsx'
import { ForRole } from '../ui/for-role.tsx'
import { LoadMore } from '../ui/load-more.tsx'
import { PersonalList } from '../ui/personal-list.tsx'
import { useMore } from '../use-more.ts'
import type { Route } from './+types/reported-items'
import { openColumns } from './reported-items/columns.tsx'
import { DecidedReports } from './reported-items/decided-reports.tsx'
import { type Deciding, DecisionDialog } from './reported-items/decision-dialog.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Reported Items · Clamshell' }]

export default function ReportedItems() {
  return <ForRole only="admin">{({ _id }) => <Reports key={_id} adminId={_id} />}</ForRole>
}

/** The reports that wait, and below them those that were decided. */
function Reports({ adminId }: { adminId: string }) {
  const [decisions, setDecisions] = useState(0)
  const [deciding, setDeciding] = useState<Deciding>()
  const load = useCallback(
    () => api.page('/reports', { query: { state: 'open', limit: asManyAsShown('open') } }),
    [],
  )
  return (
    <>
      <PersonalList
        title="Reported Items"
        load={load}
        question={(reload) =>
          deciding && (
            <DecisionDialog
              key={deciding.report._id + deciding.decision}
              deciding={deciding}
              adminId={adminId}
              onClose={() => setDeciding(undefined)}
              onDecided={async () => {
                setDecisions((count) => count + 1)
                await reload()
              }}
            />
          )
        }
      >
        {(page) => <Queue page={page} onDecide={setDeciding} />}
      </PersonalList>
      <DecidedReports key={decisions} />
    </>
  )
}

type Props = { page: Page<Report[]>; onDecide: (deciding: Deciding) => void }

function Queue({ page, onDecide }: Props) {
  const list = useMore(page, (after) => api.page('/reports', { query: { state: 'open', after } }), 'open')
  if (list.rows.length === 0) {
    return (
      <p className="rounded-2xl border border-dashed border-edge px-6 py-10 text-center text-muted">
        No report waits for you. Laptops that somebody reports stand here until an admin decides.
      </p>
    )
  }
  return (
    <>
      <DataTable label="Reported Items" columns={openColumns(onDecide)} rows={list.rows} />
      <LoadMore list={list} />
    </>
  )
}
