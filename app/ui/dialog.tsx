import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { focusRowPlace, rowPlaceOf } from '../row-place.ts'
import { sayHeld } from '../shell/toasts.ts'
import { CloseIcon } from './icons.tsx'

type Props = {
  title: string
  onClose: () => void
  children: ReactNode
  /** A picture area above the title, with a hinge between. */
  lid?: ReactNode
  role?: 'alertdialog'
  /** The id of the text that describes it, if the dialog asks something. */
  describedBy?: string
  className?: string
}

/**
 * The platform's modal dialog, open for as long as it is rendered: the focus moves in; Escape, X and a click beside it
 * close it; the focus returns to what opened it.
 */
export function Dialog({ title, onClose, children, lid, role, describedBy, className = 'max-w-lg' }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  useEffect(() => {
    const element = dialog.current
    const opener = document.activeElement as HTMLElement | null
    const place = rowPlaceOf(opener)
    element?.showModal()
    // In a form, to the first field that can be filled in; else to where the platform puts it.
    element?.querySelector<HTMLElement>(':is(input, textarea):not([readonly])')?.focus()
    return () => {
      element?.close()
      // Its opener may be gone, with the row it was in.
      if (opener?.isConnected) opener.focus()
      else focusRowPlace(place)
      sayHeld()
    }
  }, [])
  /** The second click of a double click that opened it is no answer to a question that nobody has read. */
  const pressed = useRef(false)
  function ignoreSecond(event: MouseEvent) {
    pressed.current ||= event.detail < 2
    if (pressed.current) return
    event.preventDefault()
    event.stopPropagation()
  }
  /** Selecting text and releasing the pointer outside is not meant to close it. */
  const pressedBeside = useRef(false)
  const isBeside = (event: MouseEvent) => event.target === dialog.current
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same, by the platform
    <dialog
      ref={dialog}
      role={role}
      aria-labelledby={heading}
      aria-describedby={describedBy}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClose={({ currentTarget }) => {
        // Chromium closes it without asking when Escape is pressed repeatedly: its owner decides whether it closes.
        if (!currentTarget.isConnected || currentTarget.open) return
        currentTarget.showModal()
        onClose()
      }}
      onClickCapture={ignoreSecond}
      onPointerDown={(event) => {
        pressedBeside.current = isBeside(event)
      }}
      onClick={(event) => {
        if (pressedBeside.current && isBeside(event)) onClose()
      }}
      className={`dialog ${className}`}
    >
      {lid}
      {lid && <div className="hinge" />}
      <div className="dialog-base">
        <div className="dialog-head">
          <h2 id={heading} className="text-xl">
            {title}
          </h2>
          <button
            type="button"
            className="icon-action -mt-1 -mr-2 shrink-0 border-transparent"
            aria-label="Close"
            onClick={onClose}
          >
            <CloseIcon />
          </button>
        </div>
        {children}
      </div>
    </dialog>
  )
}
