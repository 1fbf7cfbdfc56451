import { Spinner } from '../ui/spinner.tsx'
import { StatusText } from '../ui/status-text.tsx'
import { useHydrated } from '../use-hydrated.ts'

type Props = {
  busy: boolean
  /** Whether it is sending, if `busy` can also mean something else. */
  sending?: boolean
  children: string
  disabled?: boolean
  look?: 'btn-primary' | 'btn-danger'
  className?: string
}

/**
 * On reload Firefox gives a button the `disabled` that it had before, unless this is set (HTML knows it for fields only).
 * Enabled before hydration, the button would send the form past the script: to a page that takes none.
 */
const AS_RENDERED = { autoComplete: 'off' }

/** Sends a form after hydration; shows that it is being sent, and cannot send it twice. */
export function SubmitButton({
  busy,
  sending = busy,
  children,
  disabled = false,
  look = 'btn-primary',
  className = '',
}: Props) {
  const alive = useHydrated()
  return (
    <>
      <button
        type="submit"
        className={`btn ${look} ${className}`}
        disabled={!alive || disabled}
        {...AS_RENDERED}
        // A disabled button loses the focus. Enter in a field presses this button, too.
        aria-disabled={busy || undefined}
        onClick={(event) => {
          if (busy) event.preventDefault()
        }}
      >
        {busy && <Spinner />}
        <span>{children}</span>
      </button>
      <StatusText>{sending && 'Sending …'}</StatusText>
    </>
  )
}
