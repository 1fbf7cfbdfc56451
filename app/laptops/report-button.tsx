import { lazy, useState, useTransition } from 'react'
import type { Product } from '#contract/products.ts'
import { html } from '../html.ts'
import { FlagIcon } from '../ui/icons.tsx'
import { formMissing } from './form-missing.tsx'

/** Hardly anybody reports a laptop. It is loaded in a transition: until it is there the page stays as it is. */
const ReportDialog = lazy(() => import('../reports/report-dialog.tsx').catch(() => formMissing(LABEL)))

const LABEL = 'Report this laptop'
const FLAG = FlagIcon.markup('size-4')
const SPINNER = html`<span class="loading loading-spinner loading-xs"></span>`

/** A quiet flag on a laptop's card. */
export function ReportButton({ product: { _id, name } }: { product: Product }) {
  const [open, setOpen] = useState(false)
  const [busy, start] = useTransition()
  return (
    <>
      <button
        type="button"
        className="card-flag"
        aria-label={LABEL}
        data-tip={LABEL}
        aria-disabled={busy || undefined}
        onClick={() => start(() => setOpen(true))}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: drawings of our own
        dangerouslySetInnerHTML={busy ? SPINNER : FLAG}
      />
      {open && <ReportDialog productId={_id} name={name} onClose={() => setOpen(false)} />}
    </>
  )
}
