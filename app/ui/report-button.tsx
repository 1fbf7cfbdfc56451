import { useState } from 'react'
import type { Product } from '#contract/products.ts'
import { unreachable } from '../api-problem.ts'
import { toast } from '../toasts.ts'
import { SPINNER } from './icon-action.tsx'
import { FlagIcon } from './icons.tsx'
import type { ReportDialog } from './report-dialog.tsx'

const LABEL = 'Report this laptop'
const FLAG = FlagIcon.markup('size-4')

/** A quiet flag on a laptop's card. What it opens is fetched when somebody wants it. */
export function ReportButton({ product: { _id, name } }: { product: Product }) {
  const [opened, setOpened] = useState<'fetching' | { Form: typeof ReportDialog }>()
  const busy = opened === 'fetching'
  async function open() {
    setOpened('fetching')
    try {
      setOpened({ Form: (await import('./report-dialog.tsx')).ReportDialog })
    } catch {
      setOpened(undefined)
      toast(unreachable().message, 'failure')
    }
  }
  return (
    <>
      <button
        type="button"
        className="card-flag"
        aria-label={LABEL}
        data-tip={LABEL}
        aria-busy={busy || undefined}
        onClick={open}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: a drawing of our own
        dangerouslySetInnerHTML={busy ? SPINNER : FLAG}
      />
      {opened && !busy && <opened.Form productId={_id} name={name} onClose={() => setOpened(undefined)} />}
    </>
  )
}
