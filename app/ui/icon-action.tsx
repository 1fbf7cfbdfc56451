import type { ReactNode } from 'react'

type Props = {
  label: string
  /** Why it cannot be done; undefined where it can. */
  why: string | undefined
  busy?: boolean
  onAct: () => void
  children: ReactNode
}

/**
 * A button of one picture. Where it cannot be used it stays reachable, so that the reason can be read: under
 * the pointer, on focus, and by a screen reader.
 */
export function IconAction({ label, why, busy = false, onAct, children }: Props) {
  return (
    <button
      type="button"
      className="icon-action"
      aria-label={label}
      aria-disabled={why !== undefined || busy}
      aria-description={why}
      data-tip={why ?? label}
      onClick={() => {
        if (why === undefined && !busy) onAct()
      }}
    >
      {busy ? <span className="loading loading-spinner loading-sm" /> : children}
    </button>
  )
}
