import { type FormEvent, lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { formatDollars } from '#contract/money.ts'
import type { Booking } from '#contract/orders.ts'
import type { PaymentIntent } from '#contract/payments.ts'
import { api } from '../../api.ts'
import { ApiProblem, sayProblem } from '../../api-problem.ts'
import { Alert } from '../../ui/alert.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { useLoad } from '../../use-load.ts'
import type { CardFields } from './card-fields.ts'
import { OrderSummary } from './order-summary.tsx'

const SandboxCard = lazy(() => import('./sandbox-card.tsx'))
const StripeCard = lazy(() => import('./stripe-card.tsx'))

type Props = {
  order: Booking
  /** Asks for the order anew: it may have been paid or sold meanwhile. */
  onStale: () => Promise<void>
  onPaid: (transactionId: string) => Promise<void>
}

/** Begins the payment, which keeps the laptop for this buyer, and shows the card form. */
export function PayOrder({ order, onStale, onPaid }: Props) {
  const { _id, price } = order
  const begin = useCallback(
    () => api.post('/create-payment-intent', { body: { price, bookingId: _id } }),
    [price, _id],
  )
  const intent = useLoad(begin)
  async function beginAnew() {
    await Promise.all([onStale(), intent.reload()])
  }
  return (
    <section className="max-w-xl">
      <h1 className="text-xl wrap-anywhere">Please complete the payment for {order.productName}</h1>
      <OrderSummary order={order} />
      {intent.status === 'failed' && (
        <Alert onRetry={beginAnew} className="mt-6">
          {sayProblem(intent.problem)}
        </Alert>
      )}
      {intent.status !== 'failed' && (
        <CardForm
          order={order}
          intent={intent.status === 'ready' ? intent.data : undefined}
          onEnded={beginAnew}
          onPaid={onPaid}
        />
      )}
    </section>
  )
}

const ENDED =
  'The time to pay was over. Your card was not charged, and the laptop is kept for you once more: please press Payment again.'

type FormProps = Pick<Props, 'order' | 'onPaid'> & {
  intent: PaymentIntent | undefined
  /** Begins the payment anew: the intent's time was over. */
  onEnded: () => Promise<void>
}

function CardForm({ order, intent, onEnded, onPaid }: FormProps) {
  const fields = useRef<CardFields>(null)
  const pressedFrom = useRef<Element>(null)
  const [ready, setReady] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  /** Set once the provider has the money: from then on only telling the shop is tried again. */
  const [charged, setCharged] = useState<string>()

  useEffect(() => {
    // What is disabled loses the focus.
    if (!busy && pressedFrom.current instanceof HTMLElement) pressedFrom.current.focus()
  }, [busy])

  async function record(transactionId: string) {
    try {
      const { _id, price, buyerName } = order
      await api.post('/paymentinfo', { body: { name: buyerName, price, transactionId, bookingId: _id } })
      await onPaid(transactionId)
    } catch (error) {
      const final = error instanceof ApiProblem && error.code === 'payment-refunded'
      setCharged(final ? undefined : transactionId)
      setProblem(sayProblem(error))
    }
  }

  async function pay(event: FormEvent) {
    event.preventDefault()
    if (!fields.current || busy) return
    setProblem(undefined)
    if (!charged && !fields.current.check()) return
    pressedFrom.current = document.activeElement
    setBusy(true)
    try {
      if (charged) await record(charged)
      else await charge(fields.current)
    } catch (error) {
      setProblem(sayProblem(error))
    } finally {
      setBusy(false)
    }
  }

  async function charge(card: CardFields) {
    const outcome = await card.charge()
    if (outcome.status === 'failed') return setProblem(outcome.message)
    if (outcome.status !== 'ended') return record(outcome.transactionId)
    await onEnded()
    setProblem(ENDED)
  }

  const Card = intent?.sandbox === false ? StripeCard : SandboxCard
  return (
    <form onSubmit={pay} className="mt-6 grid gap-5">
      {intent ? (
        <div className={charged ? 'hidden' : undefined}>
          <Suspense fallback={<FieldsWaiting />}>
            <Card ref={fields} intent={intent} disabled={busy} onReady={setReady} />
          </Suspense>
        </div>
      ) : (
        <FieldsWaiting />
      )}
      {problem && (
        <Alert>
          {charged && 'Your card may have been charged; do not pay again. '}
          {problem}
        </Alert>
      )}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <SubmitButton busy={busy} disabled={!intent || !ready} className="btn-lg px-10">
          {charged ? 'Check again' : 'Payment'}
        </SubmitButton>
        <p className="figures font-display text-lg font-bold">{formatDollars(order.price)}</p>
      </div>
      {intent && (
        <p className="text-sm text-muted">
          The laptop is kept for you until <KeptUntil iso={intent.heldUntil} />. Once your card is charged it
          is yours, and you see the seller's phone number.
        </p>
      )}
    </form>
  )
}

function KeptUntil({ iso }: { iso: string }) {
  const time = new Date(iso).toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' })
  return (
    <time dateTime={iso} className="figures font-semibold text-ink">
      {time}
    </time>
  )
}

function FieldsWaiting() {
  return (
    <div role="status">
      <span className="sr-only">Preparing the payment</span>
      <div className="skeleton h-36 rounded-2xl" />
    </div>
  )
}
