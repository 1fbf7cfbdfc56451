import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { SignUpType } from '#contract/choices.ts'
import type { Person } from '#contract/users.ts'
import { api, type Page } from '../api.ts'
import { asManyAs, MOST } from '../list-of-page.ts'
import { toast } from '../toasts.ts'
import { useMore } from '../use-more.ts'
import { useSelection } from '../use-selection.ts'
import { Confirm } from './confirm.tsx'
import type { Column } from './data-table.tsx'
import { LoadMore } from './load-more.tsx'
import { type Change, DELETE } from './people-changes.ts'
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
  const shown = useRef(0)
  // As many as are shown already, so that a change far down the list does not fold it up.
  const load = useCallback(
    (search: string) => {
      const limit = asManyAs(shown.current)
      return api.page('/users', { query: { userType, email, search, limit } })
    },
    [userType, email],
  )
  return (
    <PersonalList title={title} load={load} searchable>
      {(page, reload, search) => (
        <People {...{ title, userType, email, columns, page, search, shown }} reload={reload} />
      )}
    </PersonalList>
  )
}

type PeopleProps = Props & {
  page: Page<Person[]>
  reload: () => Promise<void>
  search: string
  shown: RefObject<number>
}

function People({ title, userType, email, columns, page, reload, search, shown }: PeopleProps) {
  const list = useMore(page, (after) => api.page('/users', { query: { userType, email, search, after } }))
  const selection = useSelection(list.rows)
  const [asking, setAsking] = useState<{ change: Change; person: Person }>()
  const ask: Ask = (change, person) => setAsking({ change, person })
  useEffect(() => {
    shown.current = list.rows.length
  })
  useRefresh(reload, list.rows.length <= MOST)
  async function confirmed({ change, person }: { change: Change; person: Person }) {
    if ((await change.run(person)) === 0) return
    toast(change.done(person))
    await reload()
  }
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
        userType={userType}
        rows={list.rows}
        selection={selection}
        columns={columns(ask)}
        onDelete={(person) => ask(DELETE[userType], person)}
        onDeleted={reload}
      />
      <LoadMore list={list} />
      {asking && (
        <Confirm
          question={asking.change.question}
          about={`${asking.person.name}, ${asking.person.email}. ${asking.change.means}`}
          action={asking.change.action}
          harmless={asking.change.harmless}
          onConfirm={() => confirmed(asking)}
          onClose={() => setAsking(undefined)}
        />
      )}
    </>
  )
}

/** Asks anew each minute while the page is looked at, and when it is looked at again; not behind a question. */
function useRefresh(reload: () => Promise<void>, may: boolean): void {
  useEffect(() => {
    if (!may) return
    const refresh = () => {
      const asked = document.querySelector('dialog[open]')
      if (!asked && !document.hidden && navigator.onLine) void reload()
    }
    const timer = setInterval(refresh, REFRESH)
    addEventListener('focus', refresh)
    return () => {
      clearInterval(timer)
      removeEventListener('focus', refresh)
    }
  }, [reload, may])
}
