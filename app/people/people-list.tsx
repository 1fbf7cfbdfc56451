import { useCallback, useState } from 'react'
import type { SignUpType } from '#contract/choices.ts'
import { isolate } from '#contract/isolate.ts'
import type { Person } from '#contract/users.ts'
import { api } from '../api.ts'
import { Confirm } from '../dashboard/confirm.tsx'
import { DashboardList } from '../dashboard/dashboard-list.tsx'
import type { Column } from '../dashboard/data-table.tsx'
import type { Part } from '../dashboard/list-rows.tsx'
import type { Refresh, Reload } from '../dashboard/unconfirmed-changes.ts'
import { Empty } from '../lists/empty.tsx'
import { DELETE, type PersonChange } from './people-changes.ts'
import { PeopleDelete } from './people-delete.tsx'
import { PeopleTable } from './people-table.tsx'

export type Ask = (change: PersonChange, person: Person) => void

type Props = {
  title: string
  userType: SignUpType
  /** The admin's own. */
  email: string
  /** The columns between the checkbox and the action. */
  columns: (ask: Ask) => Column<Person>[]
}

/** The buyers, or the sellers, as an admin manages them. */
export function PeopleList({ title, userType, email, columns }: Props) {
  const [asking, setAsking] = useState<{ change: PersonChange; person: Person }>()
  const [deleting, setDeleting] = useState<Person[]>()
  const fetchPart = useCallback(
    (part: Part, search: string) => api.page('/users', { query: { userType, email, search, ...part } }),
    [userType, email],
  )
  const ask: Ask = (change, person) => setAsking({ change, person })
  const question = (reload: Reload, refresh: Refresh<Person>) => (
    <>
      {asking && (
        <Confirm
          change={asking.change}
          row={asking.person}
          called={isolate(asking.person.name)}
          about={`${isolate(asking.person.name)}, ${asking.person.email}. ${asking.change.means}`}
          gone={`${isolate(asking.person.name)} is no longer here.`}
          reload={reload}
          refresh={refresh}
          onClose={() => setAsking(undefined)}
        />
      )}
      {deleting && (
        <PeopleDelete
          people={deleting}
          userType={userType}
          reload={reload}
          onClose={() => setDeleting(undefined)}
        />
      )}
    </>
  )
  const empty = <Empty>{`No ${userType}s yet. Whoever signs up as a ${userType} appears here.`}</Empty>
  return (
    // Who is online changes by itself.
    <DashboardList title={title} fetchPart={fetchPart} searchable refreshed empty={empty} question={question}>
      {(rows) => (
        <PeopleTable
          title={title}
          rows={rows}
          columns={columns(ask)}
          onDelete={(person) => ask(DELETE[userType], person)}
          onDeleteSelected={setDeleting}
        />
      )}
    </DashboardList>
  )
}
