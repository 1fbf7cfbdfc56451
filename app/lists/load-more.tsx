import { useEffect, useRef } from 'react'
import { sayProblem } from '../api-problem.ts'
import { Alert } from '../ui/alert.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { StatusText } from '../ui/status-text.tsx'
import type { More } from './use-more.ts'

/** `linked`: whether the next part has an address of its own. */
type Props = { list: More<unknown>; linked?: boolean }

/**
 * Loads the next part of a list, and says how much of it is shown; without script, and for opening in another tab, it
 * is a link to that part if there is one. Renders nothing if the first part was everything.
 */
export function LoadMore({ list, linked }: Props) {
  const { rows, total, atLeast, next, hasGrown, busy, problem, more } = list
  const place = useRef<HTMLDivElement>(null)
  const control = useRef<HTMLAnchorElement & HTMLButtonElement>(null)
  /** How many rows there were when more were requested. */
  const before = useRef<number>(undefined)
  useEffect(() => {
    if (before.current === undefined || rows.length <= before.current) return
    const first = rowsOf(place.current)[before.current]
    before.current = undefined
    const stands = document.activeElement
    // The button may be gone. Keyboard users continue at the new rows, unless they have moved the focus.
    if (!first || (stands !== control.current && stands !== document.body)) return
    first.tabIndex = -1
    first.focus({ preventScroll: true })
  }, [rows.length])
  if (!next && !hasGrown) return null
  const fetchHere = () => {
    before.current = rows.length
    // The failure message disappears, with its button that was pressed.
    control.current?.focus({ preventScroll: true })
    void more()
  }
  const looks = {
    ref: control,
    className: 'btn btn-quiet',
    'aria-disabled': busy,
    children: (
      <>
        {busy && <Spinner />}
        <span>Load more</span>
      </>
    ),
  }
  return (
    <div ref={place} className="mt-10 grid justify-items-center gap-4">
      {problem !== undefined && (
        <Alert onRetry={fetchHere} byPress>
          {sayProblem(problem)}
        </Alert>
      )}
      {next &&
        (linked ? (
          <a
            {...looks}
            href={`?after=${encodeURIComponent(next)}`}
            onClick={(event) => {
              // The browser opens it in another tab or window.
              if (event.ctrlKey || event.metaKey || event.shiftKey) return
              event.preventDefault()
              fetchHere()
            }}
          />
        ) : (
          <button {...looks} type="button" onClick={fetchHere} />
        ))}
      <StatusText>{busy && 'Loading …'}</StatusText>
      <p aria-live="polite" className="figures text-sm text-muted">
        {atLeast ? `${rows.length} shown` : `${rows.length} of ${total} shown`}
      </p>
    </div>
  )
}

/** The rows of the list that stands before this. */
const rowsOf = (place: Element | null) =>
  place?.closest('section')?.querySelectorAll<HTMLElement>('tbody > tr, ul.laptops > li') ?? []
