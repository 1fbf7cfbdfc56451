type Props = {
  /** Its visible text. */
  text: string
  /** Its name for screen readers, which begins with that text. */
  label: string
  /** What pressing it does, as a tooltip. */
  tip: string
  /** Why it cannot be used, in place of that; undefined if it can. */
  why: string | undefined
  onAct: () => void
}

/**
 * A button of one word in a table, as high as the icon buttons beside it. If it cannot be used it stays focusable, so
 * that the reason can be read.
 */
export function TextAction({ text, label, tip, why, onAct }: Props) {
  return (
    <button
      type="button"
      className="btn btn-quiet min-h-11 aria-disabled:border-line"
      aria-label={label}
      aria-disabled={why !== undefined}
      aria-description={why}
      data-tip={why ?? tip}
      onClick={() => {
        if (why === undefined) onAct()
      }}
    >
      {text}
    </button>
  )
}
