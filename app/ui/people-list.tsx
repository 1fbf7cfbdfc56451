import { useCallback, useEffect, useState } from 'react'
import type { SignUpType } from '#contract/choices.ts'
import { ROWS } from '#contract/limits.ts'
import type { Person } from '#contract/users.ts'
import { api, type Page } from '../api.ts'
import { asManyAsShown } from '../list-of-page.ts'
import { toast } from '../toasts.ts'
import { useMore } from '../use-more.ts'
import { useSelection } from '../use-selection.ts'
import { Confirm } from './confirm.tsx'
import type { Column } from './data-table.tsx'
import { LoadMore } from './load-more.tsx'
import { type Change, DELETE } from './people-changes.ts'
import { PeopleDelete } from './people-delete.tsx'
import { PeopleTable } from './people-table.tsx'
import { PersonalList } from './personal-list.tsx'

export type Ask = (change: Change, person: Person) => void

type Props = {
  title: string
  userType: SignUpType
  /** The admin's own. */
  email: string
  /** The columns between the checkbox and the action. */
  columns: (ask: Ask) => Column<Person>[]
}

/** Who is online is asked for anew this often, in milliseconds. */
const REFRESH = 60_000

/** The buyers, or the sellers, as an admin looks after them. */
export function PeopleList({ title, userType, email, columns }: Props) {
  const [asking, setAsking] = useState<{ change: Change; person: Person }>()
  const [deleting, setDeleting] = useState<Person[]>()
  const load = useCallback(
    (search: string) => api.page('/users', { query: { userType, email, search, limit: asManyAsShown() } }),
    [userType, email],
  )
  const ask: Ask = (change, person) => setAsking({ change, person })
  const question = (reload: () => Promise<void>) => (
    <>
      {asking && (
        <Confirm
          question={asking.change.question}
          about={`${asking.person.name}, ${asking.person.email}. ${asking.change.means}`}
          action={asking.change.action}
          harmless={asking.change.harmless}
          failure={asking.change.failure(asking.person)}
          onConfirm={async () => {
            if ((await asking.change.run(asking.person)) === 0) return
            toast(asking.change.done(asking.person))
          }}
          reload={reload}
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
  return (
    <PersonalList title={title} load={load} searchable question={question}>
      {(page, { search, refresh }) => (
        <People
          {...{ title, userType, email, page, search, refresh }}
          columns={columns(ask)}
          onDelete={(person) => ask(DELETE[userType], person)}
          onDeleteSelected={setDeleting}
        />
      )}
    </PersonalList>
  )
}

type PeopleProps = Omit<Props, 'columns'> & {
  columns: Column<Person>[]
  page: Page<Person[]>
  search: string
  refresh: () => Promise<void>
  onDelete: (person: Person) => void
  onDeleteSelected: (people: Person[]) => void
}

function People({ title, userType, email, page, search, refresh, ...table }: PeopleProps) {
  const list = useMore(page, (after) => api.page('/users', { query: { userType, email, search, after } }))
  const selection = useSelection(list.rows)
  useRefresh(refresh, list.rows.length <= ROWS.most)
  if (list.rows.length === 0) {
    return (
      <p className="rounded-2xl border border-dashed border-edge px-6 py-10 text-center text-muted">
        Nobody is here yet. Whoever signs up as a {userType} stands here.
      </p>
    )
  }
  return (
    <>
      <PeopleTable
        title={title}
        rows={list.rows}
        selection={selection}
        columns={table.columns}
        onDelete={table.onDelete}
        onDeleteSelected={() => table.onDeleteSelected(selection.rows)}
      />
      <LoadMore list={list} />
    </>
  )
}

/** Asks anew each minute while the page is looked at, and when it is looked at again; not behind a question. */
function useRefresh(refresh: () => Promise<void>, may: boolean): void {
  useEffect(() => {
    if (!may) return
    const look = () => {
      const asked = document.querySelector('dialog[open]')
      if (!asked && !document.hidden && navigator.onLine) void refresh()
    }
    const timer = setInterval(look, REFRESH)
    addEventListener('focus', look)
    return () => {
      clearInterval(timer)
      removeEventListener('focus', look)
    }
  }, [refresh, may])
}
