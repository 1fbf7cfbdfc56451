import { useEffect, useId, useRef, useState } from 'react'
import type { SignUpType } from '#contract/choices.ts'
import { isolate } from '#contract/isolate.ts'
import type { Person } from '#contract/users.ts'
import { isGone, sayProblem } from '../api-problem.ts'
import { toast } from '../shell/toasts.ts'
import { Dialog } from '../ui/dialog.tsx'
import { DELETE, questionFor } from './people-changes.ts'

type Step = 'asking' | 'deleting' | 'stopping' | 'over'
/** `why`: the reason why they could not be deleted. */
type Outcome = { person: Person; why: string | undefined }

type Props = {
  people: Person[]
  userType: SignUpType
  /** Fetches the list anew. */
  reload: () => Promise<void>
  onClose: () => void
}

/** How many are named before they are deleted: the buttons below must stay visible. */
const MOST_NAMED = 10

const TITLES = { deleting: 'Deleting', stopping: 'Deleting', over: 'Not all were deleted' }
const LEAVE = { asking: 'Cancel', deleting: 'Stop', stopping: 'Stop', over: 'Close' }

/**
 * Asks, then deletes people one after the other; shows the progress, how many were deleted, and who was not and why.
 */
export function PeopleDelete({ people, userType, reload, onClose }: Props) {
  const id = useId()
  const [step, setStep] = useState<Step>('asking')
  const [outcomes, setOutcomes] = useState<Outcome[]>([])
  /** Read by the loop, which does not see state updates. */
  const stopped = useRef(false)
  const way = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    stopped.current = false
    return () => {
      stopped.current = true
    }
  }, [])

  const { means } = DELETE[userType]
  const isRunning = step === 'deleting' || step === 'stopping'
  const refused = outcomes.filter(({ why }) => why !== undefined)

  async function run() {
    setStep('deleting')
    const soFar: Outcome[] = []
    // The pressed button disappears: the focus stays in the dialog.
    way.current?.focus()
    for (const person of people) {
      if (stopped.current) break
      soFar.push(await remove(person, userType))
      setOutcomes([...soFar])
    }
    // Somebody who could not be deleted may be gone already. Reloaded before it closes: the button that opened it
    // disappears with the last row.
    if (way.current) await reload()
    if (count(soFar) < people.length) {
      if (way.current) return setStep('over')
      // The page was left meanwhile, and this dialog with it.
      const whys = new Set(soFar.flatMap(({ why }) => why ?? []))
      return void toast([`${count(soFar)} of ${people.length} deleted.`, ...whys].join(' '), 'failure')
    }
    const [person] = people
    toast(
      person && people.length === 1
        ? DELETE[userType].done(isolate(person.name))
        : `${people.length} were deleted.`,
    )
    onClose()
  }
  function leave() {
    // The current one is finished first; then it says how far it got.
    if (!isRunning) return onClose()
    stopped.current = true
    // It may have ended without being rendered yet.
    setStep((now) => (now === 'deleting' ? 'stopping' : now))
  }

  return (
    <Dialog
      title={step === 'asking' ? questionFor(userType, people.length) : TITLES[step]}
      onClose={leave}
      role="alertdialog"
      describedBy={id}
      className="max-w-md"
    >
      <div id={id} className="wrap-anywhere text-muted">
        {step === 'asking' && (
          <p>
            {sayNames(people)}. {means}
          </p>
        )}
        <p role="status" className={step === 'asking' ? 'sr-only' : 'figures'}>
          {isRunning
            ? `${step === 'stopping' ? 'Stopping after' : 'Deleting'} ${Math.min(outcomes.length + 1, people.length)} of ${people.length} …`
            : step === 'over' && `${count(outcomes)} of ${people.length} deleted.`}
        </p>
        {isRunning && (
          <progress className="mt-3" value={outcomes.length} max={people.length} aria-label="Deleting" />
        )}
      </div>
      {refused.length > 0 && (
        <ul className="mt-4 grid gap-2 text-sm wrap-anywhere" aria-label="Not deleted">
          {refused.map(({ person, why }) => (
            <li key={person._id} className="rounded-xl border border-danger bg-danger-soft px-4 py-3">
              <strong className="block font-semibold" dir="auto">
                {person.name}
              </strong>
              {why}
            </li>
          ))}
        </ul>
      )}
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <button ref={way} type="button" className="btn btn-quiet" onClick={leave}>
          {LEAVE[step]}
        </button>
        {step === 'asking' && (
          <button type="button" className="btn btn-danger" onClick={run}>
            Delete
          </button>
        )}
      </div>
    </Dialog>
  )
}

function sayNames(people: Person[]): string {
  const others = people.length - MOST_NAMED
  // A single further name is as short as saying that there is one more.
  const named = others > 1 ? people.slice(0, MOST_NAMED) : people
  const names = named.map(({ name }) => isolate(name)).join(', ')
  return others > 1 ? `${names} and ${others} others` : names
}

const count = (outcomes: Outcome[]) => outcomes.filter(({ why }) => why === undefined).length

/** Deletes one person; somebody whom another admin has deleted meanwhile counts as deleted. */
async function remove(person: Person, userType: SignUpType): Promise<Outcome> {
  try {
    await DELETE[userType].run(person)
    return { person, why: undefined }
  } catch (error) {
    return { person, why: isGone(error) ? undefined : sayProblem(error) }
  }
}
