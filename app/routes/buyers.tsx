import type { Person } from '#contract/users.ts'
import type { Column } from '../dashboard/data-table.tsx'
import { ForRole } from '../dashboard/for-role.tsx'
import { formatLocalDay } from '../dashboard/local-dates.ts'
import { whoColumns } from '../people/people-columns.tsx'
import { PeopleList } from '../people/people-list.tsx'
import type { Route } from './+types/buyers'

export const meta: Route.MetaFunction = () => [{ title: 'Buyers · Clamshell' }]

export default function Buyers() {
  return (
    <ForRole only="admin">
      {({ email }) => <PeopleList title="Buyers" userType="buyer" email={email} columns={() => COLUMNS} />}
    </ForRole>
  )
}

const COLUMNS: Column<Person>[] = [
  ...whoColumns('Profile'),
  { label: 'Status', cell: (buyer) => <Status buyer={buyer} /> },
]

function Status({ buyer: { online, lastSeenDate } }: { buyer: Person }) {
  if (online) {
    return (
      <span className="inline-flex items-center gap-2 font-medium">
        <span className="size-2.5 rounded-full bg-[oklch(0.62_0.17_150)]" aria-hidden="true" />
        <span>Online</span>
      </span>
    )
  }
  return (
    <span>
      <span className="block">Offline</span>
      <span className="figures block text-xs text-muted sm:whitespace-nowrap">
        {lastSeenDate ? `Last seen ${formatLocalDay(lastSeenDate)}` : 'Not seen yet'}
      </span>
    </span>
  )
}
