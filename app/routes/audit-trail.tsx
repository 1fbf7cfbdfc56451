import { useCallback, useState } from 'react'
import type { AuditAction, AuditEvent } from '#contract/audit.ts'
import { api, type Page } from '../api.ts'
import { asManyAsShown } from '../list-of-page.ts'
import { DataTable } from '../ui/data-table.tsx'
import { ForRole } from '../ui/for-role.tsx'
import { LoadMore } from '../ui/load-more.tsx'
import { PersonalList } from '../ui/personal-list.tsx'
import { useMore } from '../use-more.ts'
import type { Route } from './+types/audit-trail'
import { ActionSelect } from './audit-trail/action-select.tsx'
import { columns } from './audit-trail/columns.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Audit Trail · Clamshell' }]

export default function AuditTrail() {
  return <ForRole only="admin">{() => <Trail />}</ForRole>
}

/** What has happened, newest first: all of it, of one kind, or of whom is searched for. */
function Trail() {
  const [action, setAction] = useState<AuditAction>()
  const load = useCallback(
    (person: string) =>
      api.page('/auditevents', { query: { person, limit: asManyAsShown(), ...(action && { action }) } }),
    [action],
  )
  return (
    <PersonalList
      title="Audit Trail"
      load={load}
      searchable
      filter={<ActionSelect action={action} onChoose={setAction} />}
    >
      {(page, { search }) => <Events page={page} person={search} action={action} />}
    </PersonalList>
  )
}

type Props = { page: Page<AuditEvent[]>; person: string; action: AuditAction | undefined }

function Events({ page, person, action }: Props) {
  const list = useMore(page, (after) =>
    api.page('/auditevents', { query: { person, after, ...(action && { action }) } }),
  )
  if (list.rows.length === 0) {
    return (
      <p className="rounded-2xl border border-dashed border-edge px-6 py-10 text-center text-muted">
        Nothing of this kind has happened yet. Sign-ins, refusals, changes of role and movements of money
        stand here.
      </p>
    )
  }
  return (
    <>
      <DataTable label="Audit Trail" columns={columns} rows={list.rows} />
      <LoadMore list={list} />
    </>
  )
}
