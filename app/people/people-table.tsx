import { isolate } from '#contract/isolate.ts'
import type { Person } from '#contract/users.ts'
import { type Column, DataTable } from '../dashboard/data-table.tsx'
import { IconAction } from '../ui/icon-action.tsx'
import { TrashIcon } from '../ui/icons.tsx'
import { type Selection, useSelection } from './use-selection.ts'

type Props = {
  title: string
  rows: readonly Person[]
  columns: Column<Person>[]
  onDelete: (person: Person) => void
  onDeleteSelected: (people: Person[]) => void
}

/** Unobtrusive until it is checked: there are many. */
const CHECKBOX =
  'checkbox not-checked:not-indeterminate:border-edge checked:checkbox-primary indeterminate:checkbox-primary'

/** People with a checkbox each, and above them the actions for those that are selected. */
export function PeopleTable({ title, rows, columns, onDelete, onDeleteSelected }: Props) {
  const selection = useSelection(rows)
  const count = selection.rows.length
  const all: Column<Person>[] = [
    {
      label: 'Select',
      top: 'select',
      head: (
        <>
          <span className="sr-only">Select</span>
          <SelectAll selection={selection} label={`Select all ${title}`} className="max-sm:hidden" />
        </>
      ),
      cell: (person) => (
        <label className="inline-grid size-11 place-items-center -ml-2.5">
          <input
            type="checkbox"
            className={CHECKBOX}
            aria-label={`Select ${person.name}`}
            checked={selection.has(person)}
            onChange={() => selection.toggle(person)}
          />
        </label>
      ),
    },
    ...columns,
    {
      label: 'Action',
      top: 'action',
      align: 'right',
      cell: (person) => (
        <IconAction
          icon={TrashIcon.markup()}
          label={`Delete ${isolate(person.name)}`}
          onAct={() => onDelete(person)}
        />
      ),
    },
  ]
  return (
    <>
      {/* On wider screens it is beside the search box, so that it leaves no gap while it is empty. */}
      <div
        className={`mb-2 flex min-h-13 flex-wrap items-center gap-x-4 gap-y-2 py-1 sm:-mt-18 sm:items-end sm:justify-end ${count > 0 ? 'bulk-bar' : ''}`}
      >
        {/* On phones the table has no head. There, all is in one line, so that selecting does not move the list. */}
        <SelectAll
          selection={selection}
          label={`Select all ${title}`}
          text="Select all"
          className="sm:hidden"
        />
        <p role="status" className="text-sm text-muted max-sm:sr-only sm:pb-2.5">
          {count > 0 && `${count} of ${rows.length} selected`}
        </p>
        {count > 0 && (
          <button
            type="button"
            className="btn btn-danger max-sm:ml-auto"
            onClick={() => onDeleteSelected(selection.rows)}
          >
            {`Delete ${count} selected`}
          </button>
        )}
      </div>
      <DataTable label={title} columns={all} rows={rows} />
    </>
  )
}

type SelectAllProps = { selection: Selection<Person>; label: string; text?: string; className: string }

function SelectAll({ selection, label, text, className }: SelectAllProps) {
  return (
    <label className={`inline-flex min-h-11 min-w-11 items-center gap-3 text-sm font-medium ${className}`}>
      <input
        ref={(box) => {
          if (box) box.indeterminate = selection.some
        }}
        type="checkbox"
        className={CHECKBOX}
        aria-label={label}
        checked={selection.all}
        onChange={selection.toggleAll}
      />
      {text}
    </label>
  )
}
