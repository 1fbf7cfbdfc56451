import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'

type Props = {
  /** What shows beside the control. */
  tip: ReactNode
  side?: 'left' | 'right'
  /** The control; `tipId` is what it may be described by. */
  children: (tipId: string) => ReactNode
}

/**
 * A few words beside a control: under the pointer, which may move onto them, and on keyboard focus. Escape
 * takes them away.
 */
export function WithTip({ tip, side = 'left', children }: Props) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const hideOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setOpen(false)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only watches what happens to the control within
    <span
      className="relative inline-flex"
      onPointerEnter={() => setOpen(true)}
      onPointerLeave={() => setOpen(false)}
      onFocus={(event) => setOpen(event.target.matches(':focus-visible'))}
      onBlur={() => setOpen(false)}
      onKeyDown={hideOnEscape}
    >
      {children(id)}
      <span
        id={id}
        role="tooltip"
        className={`tip ${side === 'right' ? 'right-0 left-auto' : ''}`}
        hidden={!open}
      >
        {tip}
      </span>
    </span>
  )
}
