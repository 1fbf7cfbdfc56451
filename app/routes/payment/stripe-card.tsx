import type { Stripe, StripeCardElement } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { useEffect, useImperativeHandle, useRef, useState } from 'react'
import type { PaymentIntent } from '#contract/payments.ts'
import { Alert } from '../../ui/alert.tsx'
import { type CardFieldsProps, type CardOutcome, readOutcome } from './card-fields.ts'

type Mounted = { stripe: Stripe; card: StripeCardElement }

/** The provider's own card field, in its frame: what is typed there never reaches this shop. */
export default function StripeCard({ publishableKey, ref, disabled, onReady }: CardFieldsProps) {
  const place = useRef<HTMLDivElement>(null)
  const mounted = useRef<Mounted>(null)
  const [failed, setFailed] = useState(false)
  const [fault, setFault] = useState<string>()

  useEffect(() => {
    if (!allowsProvider()) {
      location.reload()
      return
    }
    let left = false
    mount(publishableKey, place.current).then(
      (ready) => {
        if (left) return ready.card.destroy()
        mounted.current = ready
        ready.card.on('change', ({ error }) => setFault(error?.message))
        ready.card.on('ready', () => onReady(true))
      },
      () => setFailed(true),
    )
    return () => {
      left = true
      mounted.current?.card.destroy()
      mounted.current = null
    }
  }, [publishableKey, onReady])

  useEffect(() => {
    mounted.current?.card.update({ disabled })
  }, [disabled])

  function check(): boolean {
    if (fault) mounted.current?.card.focus()
    return !fault
  }

  async function charge({ client_secret }: PaymentIntent): Promise<CardOutcome> {
    if (!mounted.current) return { status: 'failed', message: 'The card field is not ready yet.' }
    const { stripe, card } = mounted.current
    const { paymentIntent, error } = await stripe.confirmCardPayment(client_secret, {
      payment_method: { card },
    })
    const outcome = readOutcome(paymentIntent, error)
    return outcome ?? { status: 'failed', message: 'The payment is still waiting for your bank.' }
  }
  useImperativeHandle(ref, () => ({ check, charge }))

  return (
    <div className="rounded-2xl border border-line p-5">
      <p className="mb-1 text-sm font-semibold">Card</p>
      <div ref={place} className="rounded-lg border border-edge bg-raised px-3 py-3.5" />
      <p role="alert" className="text-sm font-medium text-danger not-empty:mt-2">
        {fault}
      </p>
      {publishableKey.startsWith('pk_test_') && (
        <p className="mt-2 text-xs text-muted">Test mode: pay with the test card 4242 4242 4242 4242.</p>
      )}
      {failed && (
        <Alert className="mt-4" onRetry={() => location.reload()}>
          The card provider's form could not be loaded.
        </Alert>
      )}
    </div>
  )
}

async function mount(publishableKey: string, place: HTMLElement | null): Promise<Mounted> {
  const stripe = await loadStripe(publishableKey)
  if (!stripe || !place) throw new Error('The card provider did not load.')
  const base = { color: rgbOf(place), fontFamily: 'system-ui, sans-serif', fontSize: '17px' }
  const card = stripe.elements().create('card', { style: { base } })
  card.mount(place)
  return { stripe, card }
}

/**
 * Whether this document's content policy lets the provider in. It does where the payment page was asked for
 * itself, not where it was reached from another page of the site: then it has to be loaded once.
 */
function allowsProvider(): boolean {
  const [loaded] = performance.getEntriesByType('navigation')
  return !loaded || new URL(loaded.name).pathname.startsWith('/dashboard/payment/')
}

/** The text colour of an element in the notation that the provider's styles take. */
function rgbOf(element: HTMLElement): string {
  const canvas = document.createElement('canvas').getContext('2d')
  if (!canvas) return '#888888'
  canvas.fillStyle = getComputedStyle(element).color
  canvas.fillRect(0, 0, 1, 1)
  const [red, green, blue] = canvas.getImageData(0, 0, 1, 1).data
  return `rgb(${red}, ${green}, ${blue})`
}
