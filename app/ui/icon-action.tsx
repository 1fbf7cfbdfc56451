import type { ReactNode } from 'react'
import { WithTip } from './with-tip.tsx'

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
    <WithTip tip={why ?? label} side="right">
      {(tipId) => (
        <button
          type="button"
          className="icon-action"
          aria-label={label}
          aria-disabled={why !== undefined || busy}
          aria-describedby={why === undefined ? undefined : tipId}
          onClick={() => {
            if (why === undefined && !busy) onAct()
          }}
        >
          {busy ? <span className="loading loading-spinner loading-sm" /> : children}
        </button>
      )}
    </WithTip>
  )
}
