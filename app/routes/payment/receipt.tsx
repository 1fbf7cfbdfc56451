import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { formatDollars } from '#contract/money.ts'
import type { Booking } from '#contract/orders.ts'
import { formatLocalDay } from '../../dashboard/local-dates.ts'
import { html } from '../../html.ts'
import { PhoneLink } from '../../orders/phone-link.tsx'
import { Logo } from '../../shell/logo.tsx'
import { dismissFailure } from '../../shell/toasts.ts'
import { icon } from '../../ui/icons.tsx'
import { StatusText } from '../../ui/status-text.tsx'
import { describedFacts, type Fact, FactList, sellerFact } from './fact-list.tsx'
import { mayBeCharged, notPaid } from './failures.ts'

const PrintIcon = icon(html`<path d="M7.5 9V4.5h9V9M7.5 16H5V9h14v7h-2.5M7.5 13.5h9v6h-9v-6Z"/>`)

/** The delay after a move of the focus, in milliseconds: text that appears together with it is not read out. */
const AFTER_FOCUS = 250

type Props = { order: Booking; transactionId: string; justPaid: boolean }

/** A paid order, to keep and to print. */
export function Receipt({ order, transactionId, justPaid }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [said, setSaid] = useState(false)
  useEffect(() => {
    if (!justPaid) return
    // The focused form is gone; the result is read out instead.
    heading.current?.focus()
    // The heading may not be read out: for Orca the focus is there already by then.
    const timer = setTimeout(() => setSaid(true), AFTER_FOCUS)
    return () => clearTimeout(timer)
  }, [justPaid])
  useEffect(() => {
    // They may have left before the result was known, or been signed out.
    for (const failure of [notPaid, mayBeCharged]) dismissFailure(failure(order.productName))
  }, [order.productName])
  return (
    <section className="max-w-xl">
      <h1 ref={heading} tabIndex={-1} className="text-xl wrap-anywhere outline-none">
        {justPaid ? (
          'Your Payment Successfully Received'
        ) : (
          <span>
            Receipt for <bdi>{order.productName}</bdi>
          </span>
        )}
      </h1>
      <StatusText>{said && `${order.productName} is paid for.`}</StatusText>
      <p className="mt-3 text-muted">
        Transaction id: <span className="font-semibold wrap-anywhere text-ink">{transactionId}</span>
      </p>
      <div className="mt-6">
        <div className="lid flex items-center justify-between gap-4 bg-raised p-5">
          <Logo />
          <span className="chip bg-trust-soft text-trust">Paid</span>
        </div>
        <div className="hinge" />
        <FactList facts={factsOf(order)} />
      </div>
      <p className="mt-6 flex flex-wrap gap-3 print:hidden">
        <button type="button" className="btn btn-quiet" onClick={() => print()}>
          <PrintIcon />
          Print the receipt
        </button>
        <Link to="/dashboard/myorders" className="btn btn-primary">
          My Orders
        </Link>
      </p>
    </section>
  )
}

function factsOf(order: Booking): Fact[] {
  const { productName, price, paidDate, bookingDate, sellerPhone, buyerName, location, _id } = order
  return [
    ['Laptop', productName],
    ['Amount', formatDollars(price)],
    ['Paid on', paidDate ? formatLocalDay(paidDate) : 'Today'],
    ['Ordered on', formatLocalDay(bookingDate)],
    ['Buyer', buyerName],
    sellerFact(order),
    ...(sellerPhone
      ? [['Seller’s phone', <PhoneLink key="phone" phone={sellerPhone} />] satisfies Fact]
      : []),
    ['Meeting place', location],
    ['Order', _id],
    ...describedFacts(order),
  ]
}
