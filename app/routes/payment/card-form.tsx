import { type FormEvent, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { formatDollars } from '#contract/money.ts'
import type { Booking } from '#contract/orders.ts'
import type { PaymentIntent } from '#contract/payments.ts'
import { api } from '../../api.ts'
import { ApiProblem, requireAcknowledged, sayProblem } from '../../api-problem.ts'
import { notifyPaid } from '../../dashboard/paid-orders.ts'
import { shopNow } from '../../fetch-shop.ts'
import { SubmitButton } from '../../forms/submit-button.tsx'
import { dismissFailure, toast } from '../../shell/toasts.ts'
import { Alert } from '../../ui/alert.tsx'
import { focusAround, useLeavingFocus } from '../../use-leaving-focus.ts'
import type { CardFields } from './card-fields.ts'
import { mayBeCharged, notPaid } from './failures.ts'
import { FieldsWaiting, standIn } from './fields-waiting.tsx'
import { phaseOfHold } from './hold.ts'
import { KeptUntil } from './kept-until.tsx'

const SandboxCard = lazy(() => import('./sandbox-card.tsx').catch(standIn))
const StripeCard = lazy(() => import('./stripe-card.tsx').catch(standIn))

const ENDED = `Your time to pay ran out. Your card was not charged, and the laptop is reserved for you once more: please press Payment again.`

const UNREACHED = 'The card provider cannot be reached. Please try again; you are never charged twice.'
/** The end of the message for somebody who has left the page, and should first check whether anything is left to do. */
const LOOK = 'My Orders will show in a minute whether it is paid.'

/**
 * The problems by which the shop says that the payment has ended: it is refunded, or the card was declined after all.
 */
const ENDINGS = ['payment-refunded', 'payment-not-succeeded']

/** Its problems for holding the laptop again, if an earlier try has paid for it, or may have. */
const PAID = ['already-paid', 'payment-in-flight']

type Props = {
  order: Booking
  intent: PaymentIntent | undefined
  /**
   * Holds the laptop again after the hold has expired, and returns the intent to pay now. Undefined if it cannot be
   * held: then the page says why, and this form is gone. Throws if the shop has not answered.
   */
  onOver: () => Promise<PaymentIntent | undefined>
  /**
   * Begins the payment again: the previous try has ended, and with it perhaps the intent or the hold. `nothingCharged`:
   * whether that is certain.
   */
  onEnded: (nothingCharged: boolean) => Promise<void>
  onPaid: (transactionId: string) => Promise<void>
}

/** Takes a card, charges it, and reports that to the shop. */
export function CardForm({ order, intent, onOver, onEnded, onPaid }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const fields = useRef<CardFields>(null)
  const pressedFrom = useRef<Element>(null)
  const [ready, setReady] = useState(false)
  const [busy, setBusy] = useState(false)
  /**
   * Until something is tried here, why the last try failed: they may have left before they saw it. Shown once the
   * fields are there, which would push it out of sight.
   */
  const [problem = (ready && intent?.lastDecline) || '', setProblem] = useState<string>()
  /** Set once the provider has the money: from then on only the report to the shop is retried. */
  const [charged, setCharged] = useState<string>()
  // After a refusal, or once it is paid, the form is gone with the pressed button.
  useLeavingFocus(form, focusAround)

  useEffect(() => {
    const from = pressedFrom.current
    if (busy || !(from instanceof HTMLElement)) return
    // A disabled button loses the focus; and once the card is charged its fields are hidden.
    from.focus()
    if (document.activeElement !== from)
      from.closest('form')?.querySelector<HTMLElement>('[type=submit]')?.focus()
  }, [busy])

  const failure = notPaid(order.productName)
  const unknown = mayBeCharged(order.productName)
  /** Shows the result as a toast to somebody who has left the page. */
  function say(text: string, before = failure) {
    if (form.current) setProblem(text)
    else toast(`${before} ${text}`, 'failure')
  }

  async function record(transactionId: string) {
    try {
      const { _id, price, buyerName } = order
      const body = { name: buyerName, price, transactionId, bookingId: _id }
      requireAcknowledged(await api.post('/paymentinfo', { body }))
      if (!form.current) {
        toast('Your Payment Successfully Received')
        notifyPaid()
      }
      await onPaid(transactionId)
    } catch (error) {
      const isEnded = error instanceof ApiProblem && ENDINGS.includes(error.code)
      // Somebody who has left must not hold the laptop again.
      if (isEnded && form.current) await onEnded(false)
      setCharged(isEnded ? undefined : transactionId)
      say(sayProblem(error), isEnded ? undefined : unknown)
    }
  }

  async function pay(event: FormEvent) {
    event.preventDefault()
    if (!fields.current || !intent || busy) return
    setProblem('')
    dismissFailure(failure)
    if (!charged && !fields.current.check()) return
    dismissFailure(unknown)
    pressedFrom.current = document.activeElement
    setBusy(true)
    try {
      if (charged) await record(charged)
      else await charge(fields.current, intent)
    } catch (error) {
      const isPaid = error instanceof ApiProblem && PAID.includes(error.code)
      say(sayProblem(error), isPaid ? unknown : undefined)
    } finally {
      setBusy(false)
    }
  }

  async function charge(card: CardFields, known: PaymentIntent) {
    // After the hold the laptop may be another buyer's: it is held again before any money moves.
    const over = phaseOfHold(known.heldUntil, shopNow()) === 'over'
    const kept = over ? await onOver() : known
    if (!kept) return
    const outcome = await card.charge(kept)
    if (outcome.status === 'failed') return say(outcome.message)
    if (outcome.status === 'unknown') return say(form.current ? UNREACHED : LOOK, unknown)
    if (outcome.status !== 'ended') return record(outcome.transactionId)
    if (!form.current) return say('Your time to pay ran out. Your card was not charged.')
    await onEnded(true)
    setProblem(ENDED)
  }

  const Card = intent?.sandbox === false ? StripeCard : SandboxCard
  return (
    <form ref={form} onSubmit={pay} className="mt-6 grid gap-5">
      {intent ? (
        <div className={charged ? 'hidden' : undefined}>
          <Suspense fallback={<FieldsWaiting />}>
            <Card ref={fields} publishableKey={intent.publishableKey} disabled={busy} onReady={setReady} />
          </Suspense>
        </div>
      ) : (
        <FieldsWaiting />
      )}
      {problem && <Alert>{charged ? `${unknown} ${problem}` : problem}</Alert>}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        {/* The spinner comes into the room beside the word: neither it nor the amount moves. */}
        <SubmitButton
          busy={busy}
          disabled={!intent || !ready}
          className="btn-lg px-10 [&>.loading]:-ml-[1.625rem]"
        >
          {charged ? 'Check again' : 'Payment'}
        </SubmitButton>
        <p className="figures font-display text-lg font-bold">{formatDollars(order.price)}</p>
      </div>
      {intent && !charged && <KeptUntil heldUntil={intent.heldUntil} />}
    </form>
  )
}
