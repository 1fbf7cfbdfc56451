import type { Person } from '#contract/users.ts'
import { Avatar } from '../ui/avatar.tsx'
import type { Column } from '../ui/data-table.tsx'
import { EmailCell } from '../ui/email-cell.tsx'
import { ForRole } from '../ui/for-role.tsx'
import { verifyBy } from '../ui/people-changes.ts'
import { type Ask, PeopleList } from '../ui/people-list.tsx'
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
    {
      label: 'Profile image',
      top: 'picture',
      cell: ({ image }) => <Avatar image={image} className="size-11" />,
    },
    {
      label: 'Name',
      top: 'title',
      cell: ({ name }) => <bdi className="cell-name font-semibold">{name}</bdi>,
    },
    { label: 'Email', cell: ({ email: theirs }) => <EmailCell email={theirs} /> },
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
            onClick={() => ask(verifyBy(email), seller)}
          >
            Verify
          </button>
        ),
    },
  ]
}
