import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { ApiProblem, sayFailure } from '../api-problem.ts'
import { restoreTyped } from '../shell/early-typing.ts'
import { dismissFailure, toast } from '../shell/toasts.ts'
import { isTypedIn } from './draft.ts'

/**
 * The sending of a form: `busy` while `send` runs, and what it throws is the `problem`, unless fields show all of it.
 * `problemOf` gives the problem of a field until that field is changed; the first such field gets the focus. `form`
 * holds the form element, `failure` is the toast if the form is gone when sending fails. `onTyped` is called for each
 * change of the form, and for what was typed before hydration.
 */
export function useSending(
  send: (typed: FormData, form: HTMLFormElement) => Promise<void>,
  failure: string,
  onTyped?: (form: HTMLFormElement) => void,
) {
  const ref = useRef<HTMLFormElement>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const [changed, setChanged] = useState<readonly string[]>([])
  /** Pointers to the fields that show their problem. */
  const [marked] = useState(() => new Set<string>())
  const isMarked =
    problem instanceof ApiProblem &&
    problem.errors.length > 0 &&
    problem.errors.every(({ pointer }) => marked.has(pointer))

  useLayoutEffect(restoreTyped, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is alive
  useEffect(() => {
    const form = ref.current
    if (form && isTypedIn(form)) onTyped?.(form)
  }, [])

  useEffect(() => {
    if (problem !== undefined) ref.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [problem])

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    const form = event.currentTarget
    event.preventDefault()
    setBusy(true)
    setProblem(undefined)
    dismissFailure(failure)
    setChanged([])
    try {
      await send(new FormData(form), form)
    } catch (error) {
      // A form that was closed meanwhile cannot show it any more.
      if (ref.current) setProblem(error)
      else toast(sayFailure(failure, error), 'failure')
    } finally {
      setBusy(false)
    }
  }

  function onInput(event: FormEvent<HTMLFormElement>) {
    onTyped?.(event.currentTarget)
    const name = (event.target as Partial<HTMLInputElement>).name
    if (name && problem !== undefined)
      setChanged((names) => (names.includes(name) ? names : [...names, name]))
  }

  return {
    form: { ref, method: 'post', onSubmit, onInput } as const,
    busy,
    problem: isMarked ? undefined : problem,
    /** To be called when something else is done with the form. */
    clear: () => setProblem(undefined),
    /** `known`: the API's name for a field that has another name here. */
    problemOf(name: string, known = name) {
      marked.add(`/${known}`)
      return problem instanceof ApiProblem && !changed.includes(name) ? problem.field(known) : undefined
    },
  }
}
