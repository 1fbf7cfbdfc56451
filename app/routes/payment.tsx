import { useCallback, useState } from 'react'
import { api } from '../api.ts'
import { sayProblem } from '../api-problem.ts'
import { Alert } from '../ui/alert.tsx'
import { useLoad } from '../use-load.ts'
import type { Route } from './+types/payment'
import { PayOrder } from './payment/pay-order.tsx'
import { Receipt } from './payment/receipt.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Payment · Clamshell' }]

/** Pays one order, and is its receipt afterwards. */
export default function PaymentPage({ params }: Route.ComponentProps) {
  return <OrderPayment key={params.id} id={params.id} />
}

function OrderPayment({ id }: { id: string }) {
  const order = useLoad(useCallback(() => api.get('/booking/{id}', { params: { id } }), [id]))
  const [paidJustNow, setPaidJustNow] = useState<string>()
  if (order.status === 'loading') return <Waiting />
  if (order.status === 'failed') {
    return (
      <>
        <h1 className="mb-6 text-xl">Payment</h1>
        <Alert onRetry={order.reload}>{sayProblem(order.problem)}</Alert>
      </>
    )
  }
  const { data } = order
  // The charge is acknowledged even where the order itself could not be read again.
  if (data.paid || paidJustNow) {
    return (
      <Receipt
        order={data}
        transactionId={data.transactionId ?? paidJustNow ?? ''}
        justPaid={Boolean(paidJustNow)}
      />
    )
  }
  return (
    <PayOrder
      order={data}
      onStale={order.reload}
      onPaid={async (transactionId) => {
        setPaidJustNow(transactionId)
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
      <div className="skeleton h-48 rounded-2xl" />
      <div className="skeleton h-32 rounded-2xl" />
    </div>
  )
}
