type Props = {
  /** What stands on it. */
  text: string
  /** Its name for screen readers, which begins with that text. */
  label: string
  /** What pressing it does, or why it cannot be pressed; said beside it. */
  tip: string
  able: boolean
  onAct: () => void
}

/** A button of one word in a table. Where it cannot be used it stays reachable, so that the reason can be read. */
export function TextAction({ text, label, tip, able, onAct }: Props) {
  return (
    <button
      type="button"
      className="btn btn-quiet aria-disabled:border-line aria-disabled:text-muted"
      aria-label={label}
      aria-disabled={!able}
      aria-description={able ? undefined : tip}
      data-tip={tip}
      onClick={() => {
        if (able) onAct()
      }}
    >
      {text}
    </button>
  )
}
