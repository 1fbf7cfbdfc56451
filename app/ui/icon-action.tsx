import { html, type Markup } from '../html.ts'

type Props = {
  /** What it shows, as markup: a list has dozens of such buttons. */
  icon: Markup
  label: string
  /** Why it cannot be done; undefined where it can. */
  why?: string | undefined
  /** What else is to be known of it. */
  note?: string | undefined
  busy?: boolean
  onAct: () => void
}

const SPINNER = html`<span class="loading loading-spinner loading-sm"></span>`

/**
 * A button of one picture. Where it cannot be used it stays reachable, so that the reason can be read: under
 * the pointer, on focus, and by a screen reader.
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
