import { useRef } from 'react'
import { formatDollars, plainDollars } from '#contract/money.ts'
import type { MyProduct } from '#contract/products.ts'
import { api } from '../../api.ts'
import { ApiProblem, isGone, sayProblem } from '../../api-problem.ts'
import { toast } from '../../toasts.ts'
import { Alert } from '../../ui/alert.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { useSending } from '../../use-sending.ts'
import { describe, sayGone } from './changes.ts'

type Props = {
  laptop: MyProduct
  /** What it is called among the others of the list. */
  called: string
  /** Fetches the list anew. */
  reload: () => Promise<void>
  /**
   * The same unasked, where it failed: what got no answer may have been done, and where it was refused a buyer may have
   * been faster.
   */
  refresh: () => void
  onClose: () => void
}

/** Asks what a laptop shall cost from now on. What is wrong with it is said at the field, all else below. */
export function PriceDialog({ laptop, called, reload, refresh, onClose }: Props) {
  const { _id, currentPrice, originalPrice } = laptop
  const { form, busy, problem, problemOf } = useSending(change, `The price of ${called} was not changed.`)
  /** From the moment in which it has failed, which may be the one in which it is closed. */
  const hasFailed = useRef(false)

  async function change(data: FormData, element: HTMLFormElement) {
    const typed = String(data.get('currentPrice') ?? '')
    try {
      await api.put('/productprice/{id}', { params: { id: _id }, body: { currentPrice: typed } })
      toast(`${called} costs ${formatDollars(Number(typed))} now.`)
    } catch (error) {
      if (!isGone(error)) {
        hasFailed.current = true
        if (!element.isConnected) refresh()
        throw error
      }
      toast(sayGone(called), 'notice')
    }
    await reload()
    // Closed meanwhile, it may be another dialog that stands there.
    if (element.isConnected) onClose()
  }

  function close() {
    onClose()
    if (hasFailed.current) refresh()
  }

  return (
    <Dialog title="Change price" onClose={close} className="max-w-md">
      <p className="wrap-anywhere text-muted">{describe(laptop)}</p>
      <form {...form} className="mt-5 grid gap-4">
        <Field
          label="Current Price"
          name="currentPrice"
          defaultValue={plainDollars(currentPrice)}
          inputMode="decimal"
          autoComplete="off"
          hint={`In dollars, and no more than the original price of ${formatDollars(originalPrice)}.`}
          required
          maxLength={20}
          // It is typed anew rather than mended. What is typed already stays: who comes back to the window types on.
          onFocus={({ currentTarget: input }) => {
            if (input.value === input.defaultValue) input.select()
          }}
          problem={problemOf('currentPrice')}
          spoken={problemOf('currentPrice') ?? ''}
        />
        {laptop.orders > 0 && <p className="text-sm">Orders that are placed already keep their price.</p>}
        {problem !== undefined && !isOfField(problem) && <Alert>{sayProblem(problem)}</Alert>}
        <div className="mt-2 flex flex-wrap justify-end gap-3">
          <button type="button" className="btn btn-quiet" onClick={close}>
            {busy ? 'Close' : 'Cancel'}
          </button>
          <SubmitButton busy={busy}>Save</SubmitButton>
        </div>
      </form>
    </Dialog>
  )
}

const isOfField = (problem: unknown) =>
  problem instanceof ApiProblem && problem.field('currentPrice') !== undefined
