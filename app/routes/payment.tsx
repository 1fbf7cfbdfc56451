import { useCallback, useEffect, useState } from 'react'
import { Link, useLocation, useOutletContext } from 'react-router'
import type { Booking } from '#contract/orders.ts'
import { loginPath } from '#contract/site-path.ts'
import type { User } from '#contract/users.ts'
import { api } from '../api.ts'
import { ApiProblem, sayProblem } from '../api-problem.ts'
import { subscribeToPaid } from '../dashboard/paid-orders.ts'
import { SignOutButton } from '../session/sign-out-button.tsx'
import { Alert } from '../ui/alert.tsx'
import { EmailText } from '../ui/email-text.tsx'
import { useLoad } from '../use-load.ts'
import type { Route } from './+types/payment'
import { PayOrder } from './payment/pay-order.tsx'
import { Receipt } from './payment/receipt.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Payment · Clamshell' }]

/** The payment of one order, and its receipt afterwards. */
export default function PaymentPage({ params }: Route.ComponentProps) {
  return <OrderPayment key={params.id} id={params.id} />
}

function OrderPayment({ id }: { id: string }) {
  const { email } = useOutletContext<User>()
  const { pathname } = useLocation()
  const order = useLoad(useCallback(() => api.get('/booking/{id}', { params: { id } }), [id]))
  const { refresh } = order
  // If it was left and opened again while the card is charged, another instance of the page gets the result.
  useEffect(() => subscribeToPaid(refresh), [refresh])
  const [paid, setPaid] = useState<{ order: Booking; transactionId: string }>()
  /** Whether the card was just tried, and the provider has charged nothing. */
  const [isUncharged, setUncharged] = useState(false)
  // The charge is shown even if the order itself could not be reloaded.
  const known = order.status === 'ready' ? order.data : paid?.order
  if (known && (known.paid || paid)) {
    return (
      <Receipt
        order={known}
        transactionId={known.transactionId ?? paid?.transactionId ?? ''}
        justPaid={paid !== undefined}
      />
    )
  }
  if (order.status === 'loading') return <Waiting />
  if (order.status === 'failed') {
    const { problem, reload } = order
    const isNone = problem instanceof ApiProblem && problem.code === 'not-found'
    // Whoever has just tried to pay the order has seen it: it was theirs, and was deleted meanwhile.
    const mayBeAnothers = isNone && !isUncharged
    const none = isUncharged
      ? 'This order is no longer here. Your card was not charged.'
      : 'There is no such order.'
    return (
      <>
        <h1 className="mb-6 text-xl">Payment</h1>
        <Alert onRetry={isNone ? undefined : reload}>{isNone ? none : sayProblem(problem)}</Alert>
        {/* The shop tells nobody whether the order is somebody else's, who may have followed a link in their mail. */}
        {mayBeAnothers && (
          <p className="mt-4">
            You are signed in as{' '}
            <strong className="font-semibold">
              <EmailText email={email} />
            </strong>
            . If an e-mail to another address led here, sign out and sign in with that one.
          </p>
        )}
        <p className="mt-6 flex flex-wrap gap-3">
          {/* It redirects everybody to their own first page. */}
          <Link to="/dashboard" className="btn btn-quiet">
            Dashboard
          </Link>
          {mayBeAnothers && <SignOutButton className="btn btn-quiet" to={loginPath(pathname)} />}
        </p>
      </>
    )
  }
  const { data } = order
  return (
    <PayOrder
      order={data}
      onStale={async (nothingCharged) => {
        setUncharged(nothingCharged)
        await order.reload()
      }}
      onPaid={async (transactionId) => {
        setPaid({ order: data, transactionId })
        await order.reload()
      }}
    />
  )
}

function Waiting() {
  return (
    <div role="status" className="grid max-w-xl gap-4">
      <span className="sr-only">Loading the order</span>
      <div className="skeleton h-9 w-4/5" />
      <div className="skeleton h-48" />
      <div className="skeleton h-32" />
    </div>
  )
}
