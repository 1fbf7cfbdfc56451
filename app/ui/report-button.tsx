import { useState } from 'react'
import type { Product } from '#contract/products.ts'
import { FlagIcon } from './icons.tsx'
import { ReportDialog } from './report-dialog.tsx'

const LABEL = 'Report this laptop'
const FLAG = FlagIcon.markup('size-4')

/** A quiet flag on a laptop's card. */
export function ReportButton({ product: { _id, name } }: { product: Product }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className="card-flag"
        aria-label={LABEL}
        data-tip={LABEL}
        onClick={() => setOpen(true)}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: a drawing of our own
        dangerouslySetInnerHTML={FLAG}
      />
      {open && <ReportDialog productId={_id} name={name} onClose={() => setOpen(false)} />}
    </>
  )
}
