import { useRef } from 'react'
import { formatDollars, plainDollars } from '#contract/money.ts'
import type { MyProduct } from '#contract/products.ts'
import { api } from '../../api.ts'
import { isGone, sayProblem } from '../../api-problem.ts'
import type { Refresh, Reload } from '../../dashboard/unconfirmed-changes.ts'
import { Field } from '../../forms/field.tsx'
import { SubmitButton } from '../../forms/submit-button.tsx'
import { useSending } from '../../forms/use-sending.ts'
import { toast } from '../../shell/toasts.ts'
import { Alert } from '../../ui/alert.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { describe, sayGone } from './changes.ts'

type Props = {
  laptop: MyProduct
  /** Its name among the others of the list. */
  called: string
  /** Reloads the list. */
  reload: Reload
  /**
   * Reloads it in the background after a failure: a request without an answer may have been done, and after a refusal a
   * buyer may have been faster.
   */
  refresh: Refresh<MyProduct>
  onClose: () => void
}

/** Asks for a laptop's new price. */
export function PriceDialog({ laptop, called, reload, refresh, onClose }: Props) {
  const { _id, currentPrice, originalPrice } = laptop
  const failure = `The price of ${called} was not changed.`
  const { form, busy, problem, problemOf } = useSending(change, failure)
  /** The input, from the moment that it has failed, which may be that of closing. */
  const failed = useRef<string>(undefined)

  function look(typed: string) {
    const isDone = (now: MyProduct) => now.currentPrice === Number(typed)
    refresh({ id: _id, failure, isDone, onGone: () => toast(sayGone(called), 'notice') })
  }

  async function change(data: FormData, element: HTMLFormElement) {
    const typed = String(data.get('currentPrice') ?? '')
    try {
      await api.put('/productprice/{id}', { params: { id: _id }, body: { currentPrice: typed } })
      toast(`${called} costs ${formatDollars(Number(typed))} now.`)
    } catch (error) {
      if (!isGone(error)) {
        failed.current = typed
        if (!element.isConnected) look(typed)
        throw error
      }
      toast(sayGone(called), 'notice')
    }
    await reload(_id)
    // If it was closed meanwhile, another dialog may be open.
    if (element.isConnected) onClose()
  }

  function close() {
    onClose()
    if (failed.current !== undefined) look(failed.current)
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
          // A price is rather typed anew than edited. What was typed already stays: somebody who comes back to the
          // window types on.
          onFocus={({ currentTarget: input }) => {
            if (input.value === input.defaultValue) input.select()
          }}
          // The value was read when it was sent: later input would be lost with the dialog.
          readOnly={busy}
          problem={problemOf('currentPrice')}
        />
        {laptop.orders > 0 && <p className="text-sm">Orders already placed keep their price.</p>}
        {problem !== undefined && <Alert>{sayProblem(problem)}</Alert>}
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
