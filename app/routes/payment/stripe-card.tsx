import type { Stripe, StripeCardElement, StripeElementStyle } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { useEffect, useImperativeHandle, useRef, useState } from 'react'
import type { PaymentIntent } from '#contract/payments.ts'
import { useDark } from '../../shell/theme.ts'
import { Alert } from '../../ui/alert.tsx'
import { type CardFieldsProps, type CardOutcome, readOutcome } from './card-fields.ts'

type Mounted = { stripe: Stripe; card: StripeCardElement }

/** The text colour of each theme, for the provider's frame, which does not know our styles. */
const LIGHT = writtenIn('#161b24')
const DARK = writtenIn('#efede7')

/** The provider's own card field, in its frame: what is typed there never reaches this shop. */
export default function StripeCard({ publishableKey, ref, disabled, onReady }: CardFieldsProps) {
  const place = useRef<HTMLDivElement>(null)
  const [mounted, setMounted] = useState<Mounted>()
  const [failed, setFailed] = useState(false)
  const [fault, setFault] = useState<string>()
  const dark = useDark()

  useEffect(() => {
    if (!allowsProvider()) {
      location.reload()
      return
    }
    let left = false
    let card: StripeCardElement | undefined
    mount(publishableKey, place.current).then(
      (ready) => {
        if (left) return ready.card.destroy()
        card = ready.card
        card.on('change', ({ error }) => setFault(error?.message))
        card.on('ready', () => onReady(true))
        setMounted(ready)
      },
      () => setFailed(true),
    )
    return () => {
      left = true
      card?.destroy()
      setMounted(undefined)
    }
  }, [publishableKey, onReady])

  useEffect(() => {
    mounted?.card.update({ disabled, style: dark ? DARK : LIGHT })
  }, [mounted, disabled, dark])

  function check(): boolean {
    if (fault) mounted?.card.focus()
    return !fault
  }

  async function charge({ client_secret }: PaymentIntent): Promise<CardOutcome> {
    if (!mounted) return { status: 'failed', message: 'The card field is not ready yet.' }
    const { stripe, card } = mounted
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
  const card = stripe.elements().create('card')
  card.mount(place)
  return { stripe, card }
}

/**
 * Whether this document's content security policy allows the provider. It does if the payment page was loaded itself,
 * but not after navigating to it within the site: then it has to be reloaded once.
 */
function allowsProvider(): boolean {
  const [loaded] = performance.getEntriesByType('navigation')
  if (!loaded) return true
  const { pathname } = new URL(loaded.name)
  // The router accepts any spelling of a path. If this one was loaded as it is, reloading changes nothing.
  return pathname === location.pathname || pathname.startsWith('/dashboard/payment/')
}

function writtenIn(color: string): StripeElementStyle {
  return { base: { color, fontFamily: 'system-ui, sans-serif', fontSize: '17px' } }
}
