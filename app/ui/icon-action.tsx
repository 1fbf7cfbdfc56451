import { html, type Markup } from '../html.ts'

type Props = {
  /** The icon, as markup: a list has dozens of such buttons. */
  icon: Markup
  label: string
  /** Why it cannot be used; undefined if it can. */
  why?: string | undefined
  /** A further note about it. */
  note?: string | undefined
  busy?: boolean
  onAct: () => void
}

const SPINNER = html`<span class="loading loading-spinner loading-sm"></span>`

/**
 * An icon button. If it cannot be used it stays focusable, so that the reason can be read: on hover, on focus, and by a
 * screen reader.
 */
export function IconAction({ icon, label, why, note, busy = false, onAct }: Props) {
  return (
    <button
      type="button"
      className="icon-action"
      aria-label={label}
      aria-disabled={why !== undefined || busy}
      aria-description={why ?? note}
      data-tip={why ?? note ?? label}
      onClick={() => {
        if (why === undefined && !busy) onAct()
      }}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: drawings of our own
      dangerouslySetInnerHTML={busy ? SPINNER : icon}
    />
  )
}
