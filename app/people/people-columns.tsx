import type { Person } from '#contract/users.ts'
import type { Column } from '../dashboard/data-table.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { EmailText } from '../ui/email-text.tsx'

/**
 * The columns that identify a person, in the lists of sellers and of buyers; `picture` is the label of the column of
 * pictures.
 */
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
      // It has room to be read, whatever is in the other cells.
      <span className="sm:block sm:min-w-28">
        <EmailText email={email} />
      </span>
    ),
  },
]
