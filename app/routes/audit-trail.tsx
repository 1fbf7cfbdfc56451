import { useCallback } from 'react'
import type { AuditAction } from '#contract/audit.ts'
import { api } from '../api.ts'
import { DashboardList } from '../dashboard/dashboard-list.tsx'
import { DataTable } from '../dashboard/data-table.tsx'
import { ForRole } from '../dashboard/for-role.tsx'
import type { Part } from '../dashboard/list-rows.tsx'
import { useEntryState } from '../dashboard/use-entry-state.ts'
import { Empty } from '../lists/empty.tsx'
import type { Route } from './+types/audit-trail'
import { ActionSelect } from './audit-trail/action-select.tsx'
import { columns } from './audit-trail/columns.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Audit Trail · Clamshell' }]

export default function AuditTrail() {
  return <ForRole only="admin">{() => <Trail />}</ForRole>
}

/** The audit trail, newest first: all of it, or one kind of line, or the people that a search finds. */
function Trail() {
  const [action, setAction] = useEntryState<AuditAction | undefined>('action', undefined)
  const fetchPart = useCallback(
    (part: Part, person: string) =>
      api.page('/auditevents', { query: { person, ...part, ...(action && { action }) } }),
    [action],
  )
  const empty = (
    <Empty>
      Nothing of this kind has happened yet. Sign-ins, refusals, role changes, payments and refunds appear
      here.
    </Empty>
  )
  return (
    <DashboardList
      title="Audit Trail"
      fetchPart={fetchPart}
      searchable
      filter={<ActionSelect action={action} onChoose={setAction} />}
      filtered={action !== undefined}
      leftOut="Too many people match, so some of them are left out. Type more of a name or an e-mail address."
      empty={empty}
    >
      {(rows) => <DataTable label="Audit Trail" columns={columns} rows={rows} />}
    </DashboardList>
  )
}
