import type { Person } from '#contract/users.ts'
import type { Column } from '../dashboard/data-table.tsx'
import { ForRole } from '../dashboard/for-role.tsx'
import { verifyBy } from '../people/people-changes.ts'
import { whoColumns } from '../people/people-columns.tsx'
import { type Ask, PeopleList } from '../people/people-list.tsx'
import type { Route } from './+types/sellers'

export const meta: Route.MetaFunction = () => [{ title: 'Sellers · Clamshell' }]

export default function Sellers() {
  return (
    <ForRole only="admin">
      {({ email }) => (
        <PeopleList title="Sellers" userType="seller" email={email} columns={(ask) => columns(ask, email)} />
      )}
    </ForRole>
  )
}

function columns(ask: Ask, email: string): Column<Person>[] {
  return [
    ...whoColumns('Profile image'),
    {
      label: 'Verification',
      cell: (seller) =>
        seller.verified ? (
          <span className="chip bg-trust-soft text-trust">Verified</span>
        ) : (
          <button
            type="button"
            className="btn btn-quiet"
            aria-label={`Verify ${seller.name}`}
            onClick={() => ask(verifyBy(email, seller), seller)}
          >
            Verify
          </button>
        ),
    },
  ]
}
