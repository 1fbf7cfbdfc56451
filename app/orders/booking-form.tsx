import { startTransition, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { isolate } from '#contract/isolate.ts'
import { LENGTHS } from '#contract/limits.ts'
import { formatDollars } from '#contract/money.ts'
import type { Product } from '#contract/products.ts'
import { api } from '../api.ts'
import { ApiProblem, requireAcknowledged, sayProblem } from '../api-problem.ts'
import { Field } from '../forms/field.tsx'
import { SubmitButton } from '../forms/submit-button.tsx'
import { useDraft } from '../forms/use-draft.ts'
import { useSending } from '../forms/use-sending.ts'
import { whyNotOrder } from '../laptops/who-may-buy.ts'
import { readToken } from '../session/access-token.ts'
import { userOf, useSession } from '../session/session.ts'
import { SessionFailed } from '../session/session-failed.tsx'
import { toast } from '../shell/toasts.ts'
import { Alert } from '../ui/alert.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { GuestNote } from './guest-note.tsx'
import { OrderedLaptop } from './ordered-laptop.tsx'
import { OwnField } from './own-field.tsx'
import { PhoneField } from './phone-field.tsx'
import { ProductName } from './product-name.tsx'

type Orderable = Omit<Product, '_id'> & { productId: string }

type Props = {
  product: Orderable
  onClose: () => void
  onOrdered?: () => void
  /** Reloads the page that it was opened from: the laptop is sold, has left the shop, or has another price. */
  onBehind: () => Promise<void>
}

/** The problem codes for a laptop that is sold, and for one that has left the shop. */
const GONE = ['laptop-not-available', 'not-found']

const NEXT = 'The seller will see your phone number and get in touch. Pay once you have seen the laptop.'
/** `price`: if it differs from the one that the form has shown. */
const sayAgain = (price = 'its price') =>
  `You had already ordered this laptop. That order stands, at ${price}; unless it is paid, you now meet at the new place.`

/** The Booking Form: orders one laptop, for a buyer or for a visitor who types name and e-mail. */
export default function BookingForm({ product, onClose, onOrdered, onBehind }: Props) {
  const session = useSession()
  const buyer = userOf(session)
  // The form cannot be sent until it is known who orders.
  const finding = session.status === 'loading'
  const why = whyNotOrder(session)
  const failure = `${isolate(product.name)} was not ordered.`
  const { form, busy, problem, problemOf } = useSending(order, failure, (form) => keep(form))
  const guestKey = `${useLocation().key} ${product.productId}`
  /** Whether an earlier try may have placed the order, although its answer was lost. */
  const mayBePlaced = useRef(false)
  const { owner, draft, keep, drop } = useDraft(form.ref, `order of ${product.productId}`, guestKey)

  const signedIn = buyer !== undefined
  useEffect(() => {
    // When somebody turns out to be signed in, the focus moves past the fields that are filled in for them.
    const stands = document.activeElement
    const phone = form.ref.current?.elements.namedItem('phone')
    if (signedIn && stands?.matches('[readonly]') && phone instanceof HTMLElement) phone.focus()
  }, [signedIn, form.ref])

  async function order(data: FormData) {
    const typed = (name: string) => String(data.get(name) ?? '')
    const { productId } = product
    const [phone, location] = [typed('phone'), typed('location')]
    const guest = !buyer && { buyerName: typed('buyerName'), buyerEmail: typed('buyerEmail') }
    let isNew: boolean
    let price: number
    try {
      const placed = await api.insert('/booking', { body: { productId, phone, location, ...guest } })
      requireAcknowledged(placed.answer)
      price = placed.answer.price
      // At another price it may also be an earlier order that this page does not know, and a paid one certainly is.
      const isSame = price === product.currentPrice && !placed.answer.paid
      isNew = placed.isNew || (mayBePlaced.current && isSame)
    } catch (error) {
      const isRefusal = error instanceof ApiProblem && error.isRefusal
      if (!isRefusal) mayBePlaced.current = true
      // They were signed out meanwhile, and the form says so. That a guest must give a name is not the problem.
      if (isRefusal && buyer && !readToken()) return
      if (!(error instanceof ApiProblem && GONE.includes(error.code))) throw error
      // There is nothing left to send, nor a button left on the page.
      toast(`${failure} ${sayProblem(error)}`, 'failure')
      return closeBehind()
    }
    drop()
    const other = price === product.currentPrice ? undefined : formatDollars(price)
    const changed = other ? `The price has changed to ${other} since this page was loaded. ` : ''
    const sent = `We have sent an e-mail to ${typed('buyerEmail')}. Its link lets you finish the order.`
    const next = isNew ? changed + NEXT : sayAgain(other)
    toast('Booking Successfully Submitted.')
    if (buyer) toast(next, 'notice', { to: '/dashboard/myorders', text: 'See your orders' })
    else toast(changed + sent, 'notice')
    if (other) return closeBehind()
    onOrdered?.()
    close()
  }

  async function closeBehind() {
    await onBehind()
    // In one update with the reloaded page: otherwise the focus would return to a button that then disappears.
    startTransition(close)
  }

  function close() {
    // If it was closed meanwhile, another laptop's form may be open.
    if (form.ref.current) onClose()
  }

  return (
    <Dialog
      title="Booking Form"
      onClose={onClose}
      className="max-w-xl"
      lid={<OrderedLaptop laptop={product} />}
    >
      <form {...form} className="grid gap-4 sm:grid-cols-2">
        <ProductName name={product.name} className="sm:col-span-2" />
        <Field label="Product Price" value={formatDollars(product.currentPrice)} readOnly />
        <OwnField
          own={buyer?.name}
          kept={owner ? undefined : draft.buyerName}
          label="Your Name"
          name="buyerName"
          autoComplete="name"
          required
          maxLength={LENGTHS.name}
          problem={problemOf('buyerName')}
          readOnly={busy}
        />
        <OwnField
          own={buyer?.email}
          kept={owner ? undefined : draft.buyerEmail}
          label="Email"
          name="buyerEmail"
          type="email"
          autoComplete="email"
          required
          problem={problemOf('buyerEmail')}
          readOnly={busy}
        />
        <PhoneField
          placeholder="Your Phone Number"
          defaultValue={draft.phone ?? ''}
          hint="Digits only; a leading zero is kept."
          problem={problemOf('phone')}
          readOnly={busy}
        />
        <Field
          label="Location"
          name="location"
          defaultValue={draft.location ?? ''}
          placeholder="Meeting Location"
          hint={`Where you want to meet. The laptop is at ${isolate(product.location)}.`}
          className="sm:col-span-2"
          required
          maxLength={LENGTHS.location}
          problem={problemOf('location')}
          readOnly={busy}
        />
        <SessionFailed className="sm:col-span-2" />
        {why && <Alert className="sm:col-span-2">{why}</Alert>}
        {session.status === 'none' && <GuestNote ended={session.ended} />}
        {problem !== undefined && <Alert className="sm:col-span-2">{sayProblem(problem)}</Alert>}
        <SubmitButton
          busy={busy || finding}
          sending={busy}
          disabled={session.status === 'failed' || why !== undefined}
          className="sm:col-span-2"
        >
          Submit
        </SubmitButton>
      </form>
    </Dialog>
  )
}
