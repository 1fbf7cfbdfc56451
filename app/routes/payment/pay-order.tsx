import { useCallback, useEffect, useRef } from 'react'
import type { Booking } from '#contract/orders.ts'
import type { PaymentIntent } from '#contract/payments.ts'
import { api } from '../../api.ts'
import { sayProblem } from '../../api-problem.ts'
import { Alert } from '../../ui/alert.tsx'
import { useLoad } from '../../use-load.ts'
import { CardForm } from './card-form.tsx'
import { OrderSummary } from './order-summary.tsx'

type Props = {
  order: Booking
  /** Asks for the order anew: it may have been paid or sold meanwhile. */
  onStale: () => Promise<void>
  onPaid: (transactionId: string) => Promise<void>
}

/** Begins the payment, which keeps the laptop for this buyer, and shows the card form. */
export function PayOrder({ order, onStale, onPaid }: Props) {
  const { _id, price } = order
  const begun = useRef<PaymentIntent>(undefined)
  const begin = useCallback(async () => {
    begun.current = undefined
    begun.current = await api.post('/create-payment-intent', { body: { price, bookingId: _id } })
    return begun.current
  }, [price, _id])
  const intent = useLoad(begin)
  const refused = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The button that was pressed stood far below: on a phone its page is scrolled past this.
    if (intent.status === 'failed') refused.current?.scrollIntoView({ block: 'nearest' })
  }, [intent.status])
  async function keepAgain() {
    await intent.reload()
    // It may be paid already, by an answer that was lost: then the receipt is due.
    if (!begun.current) await onStale()
    return begun.current
  }
  async function beginAnew() {
    await Promise.all([onStale(), intent.reload()])
  }
  return (
    <section className="max-w-xl">
      <h1 className="text-xl wrap-anywhere">
        Please complete the payment for <bdi>{order.productName}</bdi>
      </h1>
      <OrderSummary order={order} />
      <p className="mt-4 text-sm text-muted">
        The seller sees your phone number and the meeting place and will get in touch. Pay once you have seen
        the laptop.
      </p>
      {intent.status === 'failed' && (
        <div ref={refused} className="mt-6 scroll-my-4">
          <Alert onRetry={beginAnew}>{sayProblem(intent.problem)}</Alert>
        </div>
      )}
      {intent.status !== 'failed' && (
        <CardForm
          order={order}
          intent={intent.status === 'ready' ? intent.data : undefined}
          onOver={keepAgain}
          onEnded={beginAnew}
          onPaid={onPaid}
        />
      )}
    </section>
  )
}
