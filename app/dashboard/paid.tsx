import { Link } from 'react-router'

/** The message that a laptop is paid for, with a link to the receipt. */
export const Paid = ({ orderId, laptop }: { orderId: string; laptop: string }) => (
  <span className="inline-flex flex-wrap items-center justify-end gap-x-3">
    <span className="chip bg-trust-soft text-trust">Paid</span>
    <Link
      to={`/dashboard/payment/${orderId}`}
      className="link inline-flex min-h-11 items-center"
      aria-label={`Receipt for ${laptop}`}
    >
      Receipt
    </Link>
  </span>
)
