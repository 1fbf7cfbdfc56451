import { useCallback, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { Booking } from '#contract/orders.ts'
import type { PaymentIntent } from '#contract/payments.ts'
import { api } from '../../api.ts'
import { ApiProblem, sayProblem } from '../../api-problem.ts'
import { Alert } from '../../ui/alert.tsx'
import { useLoad } from '../../use-load.ts'
import { CardForm } from './card-form.tsx'
import { OrderSummary } from './order-summary.tsx'

type Props = {
  order: Booking
  /**
   * Reloads the order: it may have been paid, sold or deleted meanwhile. `nothingCharged`: whether the card was tried
   * just now, and was not charged.
   */
  onStale: (nothingCharged: boolean) => Promise<void>
  onPaid: (transactionId: string) => Promise<void>
}

/**
 * Begins the payment, which holds the laptop for this buyer, and shows the card form; or says why the order can no
 * longer be paid: its laptop is sold, or has left the shop.
 */
export function PayOrder({ order, onStale, onPaid }: Props) {
  const { _id, price } = order
  /** Mounted while the page is. */
  const section = useRef<HTMLElement>(null)
  const begun = useRef<PaymentIntent>(undefined)
  /** Why the payment could not be begun again. */
  const unanswered = useRef<ApiProblem>(undefined)
  const begin = useCallback(async () => {
    const before = begun.current
    begun.current = undefined
    unanswered.current = undefined
    begun.current = await api
      .post('/create-payment-intent', { body: { price, bookingId: _id } })
      .then(requireSecret)
      .catch((problem: unknown) => {
        if (!before || !(problem instanceof ApiProblem)) throw problem
        // The page shows it. Somebody who has left gets it from the form.
        if (problem.isRefusal && section.current) throw problem
        // The form stays, and the typed card with it.
        unanswered.current = problem
        return before
      })
    return begun.current
  }, [price, _id])
  const intent = useLoad(begin)
  const isRefused =
    intent.status === 'failed' &&
    intent.problem instanceof ApiProblem &&
    intent.problem.code === 'laptop-not-available'
  // The shop decides: its seller may have put it back on sale.
  const isGone = isRefused || (!order.available && intent.status !== 'ready')
  const refused = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The pressed button was far below: on a phone the page is scrolled past this.
    if (intent.status === 'failed') refused.current?.scrollIntoView({ block: 'nearest' })
  }, [intent.status])
  async function keepAgain() {
    await intent.reload()
    if (unanswered.current) throw unanswered.current
    // It may be paid already, by a try whose answer was lost: then the receipt is shown.
    if (!begun.current) await onStale(false)
    return begun.current
  }
  async function beginAnew(nothingCharged: boolean) {
    begun.current = undefined
    await Promise.all([onStale(nothingCharged), intent.reload()])
  }
  const why = intent.status === 'failed' && (
    <div ref={refused} className="mt-6 scroll-my-4">
      <Alert onRetry={isRefused ? undefined : () => beginAnew(false)}>{sayProblem(intent.problem)}</Alert>
    </div>
  )
  return (
    <section ref={section} className="max-w-xl">
      <h1 className="text-xl wrap-anywhere">
        {!isGone && <span>Please complete the payment for </span>}
        <bdi>{order.productName}</bdi>
        {isGone && <span> is no longer available</span>}
      </h1>
      {isGone && (
        <>
          {why}
          <p className="mt-6">
            <Link to="/dashboard/myorders" className="btn btn-primary">
              My Orders
            </Link>
          </p>
        </>
      )}
      <OrderSummary order={order} />
      {!isGone && (
        <p className="mt-4 text-sm text-muted">
          The seller will see your phone number and the meeting place and get in touch. Pay once you have seen
          the laptop. Until then you can leave this page and come back: your order stays, though somebody else
          may pay first.
        </p>
      )}
      {!isGone && why}
      {!isGone && intent.status !== 'failed' && (
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

/** Accepts a payment as begun only with the secret to pay it (specification, 4). */
function requireSecret(intent: PaymentIntent): PaymentIntent {
  if (intent.client_secret) return intent
  throw new ApiProblem(200, 'not-begun', 'The payment could not be started. Please try again.')
}
