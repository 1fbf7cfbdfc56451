import { type ComponentType, type HTMLAttributes, type RefObject, useEffect, useRef } from 'react'
import { sayProblem } from '../api-problem.ts'
import { UnderWay } from '../forms/under-way.tsx'
import { Alert } from '../ui/alert.tsx'
import type { More } from './use-more.ts'

type Control = HTMLAnchorElement & HTMLButtonElement
export type ControlProps = HTMLAttributes<Control> & { ref: RefObject<Control | null>; href: string }

/** `as`: what is pressed; where the next part has no address, a button. */
type Props = { list: More<unknown>; as?: ComponentType<ControlProps> | 'a' }

/**
 * Fetches the next part of a list, and says how much of it is shown; without script, and for another tab, it is a link to
 * that part. Nothing where all was there at first.
 */
export function LoadMore({ list, as: Control = 'a' }: Props) {
  const { rows, total, atLeast, next, hasGrown, busy, problem, more } = list
  const place = useRef<HTMLDivElement>(null)
  const link = useRef<Control>(null)
  /** How many rows there were when more were asked for. */
  const before = useRef<number>(undefined)
  useEffect(() => {
    if (before.current === undefined || rows.length <= before.current) return
    const first = rowsOf(place.current)[before.current]
    before.current = undefined
    const stands = document.activeElement
    // The link may be gone. Whoever goes on by keyboard goes on with what has come, unless they have left.
    if (!first || (stands !== link.current && stands !== document.body)) return
    first.tabIndex = -1
    first.focus({ preventScroll: true })
  }, [rows.length])
  if (!next && !hasGrown) return null
  const fetchHere = () => {
    before.current = rows.length
    // What failed before goes, with the button that was pressed.
    link.current?.focus({ preventScroll: true })
    void more()
  }
  return (
    <div ref={place} className="mt-10 grid justify-items-center gap-4">
      {problem !== undefined && (
        <Alert onRetry={fetchHere} byPress>
          {sayProblem(problem)}
        </Alert>
      )}
      {next && (
        <Control
          ref={link}
          href={`?after=${encodeURIComponent(next)}`}
          className="btn btn-quiet"
          aria-disabled={busy}
          onClick={(event) => {
            // The browser opens it elsewhere.
            if (event.ctrlKey || event.metaKey || event.shiftKey) return
            event.preventDefault()
            fetchHere()
          }}
        >
          {busy && <span className="loading loading-spinner loading-sm" aria-hidden="true" />}
          Load more
        </Control>
      )}
      <UnderWay busy={busy}>Loading …</UnderWay>
      <p aria-live="polite" className="figures text-sm text-muted">
        {atLeast ? `${rows.length} shown` : `${rows.length} of ${total} shown`}
      </p>
    </div>
  )
}

/** The rows of the list that stands before this. */
const rowsOf = (place: Element | null) =>
  place?.closest('section')?.querySelectorAll<HTMLElement>('tbody > tr, ul.laptops > li') ?? []
