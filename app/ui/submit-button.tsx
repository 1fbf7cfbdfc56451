type Props = { busy: boolean; children: string; disabled?: boolean; className?: string }

/** Sends a form; shows that it is being sent, and cannot send it twice. */
export function SubmitButton({ busy, children, disabled = false, className = '' }: Props) {
  return (
    <button type="submit" className={`btn btn-primary ${className}`} disabled={busy || disabled}>
      {busy && <span className="loading loading-spinner loading-sm" aria-hidden="true" />}
      {children}
    </button>
  )
}
