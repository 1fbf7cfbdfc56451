import { useEffect, useId, useRef, useState } from 'react'
import type { SignUpType } from '#contract/choices.ts'
import type { Person } from '#contract/users.ts'
import { sayProblem } from '../api-problem.ts'
import { toast } from '../toasts.ts'
import { Dialog } from './dialog.tsx'
import { DELETE, questionFor } from './people-changes.ts'

type Outcome = { person: Person; deleted: number; why: string | undefined }

type Props = {
  people: Person[]
  userType: SignUpType
  /** Fetches the list anew. */
  reload: () => Promise<void>
  onClose: () => void
}

/** Asks, then deletes people one after the other; says how far it is, how many went, and who stayed and why. */
export function PeopleDelete({ people, userType, reload, onClose }: Props) {
  const id = useId()
  const [outcomes, setOutcomes] = useState<Outcome[]>()
  const [running, setRunning] = useState(false)
  const stopped = useRef(false)
  const [stopping, setStopping] = useState(false)
  const way = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    stopped.current = false
    return () => {
      stopped.current = true
    }
  }, [])

  const { means } = DELETE[userType]
  const deleted = count(outcomes ?? [])
  const refused = outcomes?.filter(({ why }) => why !== undefined) ?? []

  async function run() {
    setRunning(true)
    const so: Outcome[] = []
    setOutcomes(so)
    // The button that was pressed goes: the keyboard stays in the dialog.
    way.current?.focus()
    for (const person of people) {
      if (stopped.current) break
      so.push(await remove(person, userType))
      setOutcomes([...so])
    }
    // Who could not be deleted may be gone already. Before it closes: the button that opened it goes with the last row.
    await reload()
    if (count(so) < people.length) return setRunning(false)
    toast(people.length === 1 ? DELETE[userType].done(so[0]?.person as Person) : `${so.length} are deleted.`)
    onClose()
  }
  function leave() {
    // The one under way is finished first; then it is said how far it got.
    if (!running) return onClose()
    stopped.current = true
    setStopping(true)
  }

  return (
    <Dialog
      title={!outcomes ? questionFor(userType, people.length) : running ? 'Deleting' : 'Not all are deleted'}
      onClose={leave}
      role="alertdialog"
      describedBy={id}
      className="max-w-md"
    >
      <div id={id} className="wrap-anywhere text-muted">
        {!outcomes && (
          <p>
            {people.map(({ name }) => name).join(', ')}. {means}
          </p>
        )}
        <p role="status" className={outcomes ? 'figures' : 'sr-only'}>
          {outcomes &&
            running &&
            `${stopping ? 'Stopping after' : 'Deleting'} ${Math.min(outcomes.length + 1, people.length)} of ${people.length} …`}
          {outcomes && !running && `${deleted} of ${people.length} deleted.`}
        </p>
        {outcomes && running && (
          <progress className="mt-3" value={outcomes.length} max={people.length} aria-label="Deleting" />
        )}
      </div>
      {refused.length > 0 && (
        <ul className="mt-4 grid gap-2 text-sm" aria-label="Not deleted">
          {refused.map(({ person, why }) => (
            <li key={person._id} className="rounded-xl border border-danger bg-danger-soft px-4 py-3">
              <strong className="block font-semibold">{person.name}</strong>
              {why}
            </li>
          ))}
        </ul>
      )}
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <button ref={way} type="button" className="btn btn-quiet" onClick={leave}>
          {running ? 'Stop' : outcomes ? 'Close' : 'Cancel'}
        </button>
        {!outcomes && (
          <button type="button" className="btn btn-danger" onClick={run}>
            Delete
          </button>
        )}
      </div>
    </Dialog>
  )
}

const count = (outcomes: Outcome[]) => outcomes.reduce((sum, { deleted }) => sum + deleted, 0)

async function remove(person: Person, userType: SignUpType): Promise<Outcome> {
  try {
    return { person, deleted: await DELETE[userType].run(person), why: undefined }
  } catch (error) {
    return { person, deleted: 0, why: sayProblem(error) }
  }
}
