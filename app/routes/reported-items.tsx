import { useState } from 'react'
import { api } from '../api.ts'
import { DashboardList } from '../dashboard/dashboard-list.tsx'
import { DataTable } from '../dashboard/data-table.tsx'
import { ForRole } from '../dashboard/for-role.tsx'
import type { Part } from '../dashboard/list-rows.tsx'
import { Empty } from '../lists/empty.tsx'
import { countReportsBy } from '../shell/open-reports.ts'
import type { Route } from './+types/reported-items'
import { openColumns } from './reported-items/columns.tsx'
import { DecidedReports } from './reported-items/decided-reports.tsx'
import { type Deciding, DecisionDialog } from './reported-items/decision-dialog.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Reported Items · Clamshell' }]

export default function ReportedItems() {
  return <ForRole only="admin">{({ _id }) => <Reports key={_id} adminId={_id} />}</ForRole>
}

const fetchOpen = (part: Part) => countReportsBy(api.page('/reports', { query: { state: 'open', ...part } }))

/** The open reports, and below them the decided ones. */
function Reports({ adminId }: { adminId: string }) {
  const [decisions, setDecisions] = useState(0)
  const [deciding, setDeciding] = useState<Deciding>()
  const empty = <Empty>No reports are waiting. Reported laptops appear here until an admin decides.</Empty>
  return (
    // Others report and decide while somebody looks.
    <>
      <DashboardList
        title="Reported Items"
        fetchPart={fetchOpen}
        refreshed
        empty={empty}
        question={(reload, refresh) =>
          deciding && (
            <DecisionDialog
              key={deciding.report._id + deciding.decision}
              deciding={deciding}
              adminId={adminId}
              reload={reload}
              refresh={refresh}
              onClose={() => setDeciding(undefined)}
              onDecided={() => setDecisions((count) => count + 1)}
            />
          )
        }
      >
        {(rows) => <DataTable label="Reported Items" columns={openColumns(rows, setDeciding)} rows={rows} />}
      </DashboardList>
      <DecidedReports decisions={decisions} />
    </>
  )
}
