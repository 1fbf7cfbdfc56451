import type { Person } from '#contract/users.ts'
import type { Column } from '../dashboard/data-table.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { EmailText } from '../ui/email-text.tsx'

/** Who somebody is, in the lists of sellers and of buyers; `picture` is how the column of their pictures is called. */
export const whoColumns = (picture: string): Column<Person>[] => [
  { label: picture, top: 'picture', cell: ({ image }) => <Avatar image={image} className="size-11" /> },
  {
    label: 'Name',
    top: 'title',
    cell: ({ name }) => <bdi className="cell-name font-semibold">{name}</bdi>,
  },
  {
    label: 'Email',
    cell: ({ email }) => (
      // Whatever stands in the other cells, it has the room to be read.
      <span className="sm:block sm:min-w-28">
        <EmailText email={email} />
      </span>
    ),
  },
]
