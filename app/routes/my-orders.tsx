import { useCallback, useState } from 'react'
import { Link } from 'react-router'
import { formatDollars } from '#contract/money.ts'
import type { Booking } from '#contract/orders.ts'
import type { User } from '#contract/users.ts'
import { api } from '../api.ts'
import { type Change, Confirm } from '../dashboard/confirm.tsx'
import { DashboardList } from '../dashboard/dashboard-list.tsx'
import { type Column, DataTable, PICTURE_COLUMN } from '../dashboard/data-table.tsx'
import { ForRole } from '../dashboard/for-role.tsx'
import { labelAmong, labelOffer } from '../dashboard/laptop-labels.ts'
import type { Part } from '../dashboard/list-rows.tsx'
import { formatLocalDay } from '../dashboard/local-dates.ts'
import { Paid } from '../dashboard/paid.tsx'
import { subscribeToPaid } from '../dashboard/paid-orders.ts'
import type { Refresh, Reload } from '../dashboard/unconfirmed-changes.ts'
import { WhichLaptop } from '../dashboard/which-laptop.tsx'
import { Empty } from '../lists/empty.tsx'
import { IconAction } from '../ui/icon-action.tsx'
import { TrashIcon } from '../ui/icons.tsx'
import type { Route } from './+types/my-orders'

export const meta: Route.MetaFunction = () => [{ title: 'My Orders · Clamshell' }]

export default function MyOrders() {
  return <ForRole only="buyer">{(user) => <OrdersOf user={user} />}</ForRole>
}

const DELETE: Change<Booking> = {
  question: 'Are you sure want to Delete the Order?',
  action: 'Delete',
  run: ({ _id }) => api.delete('/myorders/{id}', { params: { id: _id } }),
  done: (called) => `The order for ${called} was deleted.`,
  failure: (called) => `The order for ${called} was not deleted.`,
}

function OrdersOf({ user: { email } }: { user: User }) {
  const [deleting, setDeleting] = useState<Called>()
  const fetchPart = useCallback((part: Part) => api.page('/bookings', { query: { email, ...part } }), [email])
  const question = (reload: Reload, refresh: Refresh<Booking>) =>
    deleting && (
      <Confirm
        change={DELETE}
        row={deleting.order}
        called={deleting.laptop}
        about={sayWhich(deleting.order)}
        gone={`The order for ${deleting.laptop} is no longer here.`}
        reload={reload}
        refresh={refresh}
        onClose={() => setDeleting(undefined)}
      />
    )
  const empty = (
    <Empty to="/advertisedProducts" action="See the laptops">
      The laptops you order appear here, before and after you pay.
    </Empty>
  )
  return (
    <DashboardList
      title="My Orders"
      fetchPart={fetchPart}
      subscribe={subscribeToPaid}
      empty={empty}
      question={question}
    >
      {(rows) => <DataTable label="My Orders" columns={columns(rows, setDeleting)} rows={rows} />}
    </DashboardList>
  )
}

/** An order, and the name by which its actions call its laptop. */
type Called = { order: Booking; laptop: string }

function columns(rows: readonly Booking[], onDelete: (called: Called) => void): Column<Booking>[] {
  const labelOf = labelAmong(rows, ({ productName }) => productName, labelOrdered)
  return [
    PICTURE_COLUMN,
    {
      label: 'Product',
      top: 'title',
      cell: (order) => <Ordered order={order} />,
    },
    { label: 'Price', align: 'right', cell: ({ price }) => formatDollars(price) },
    { label: 'Payment', align: 'right', cell: (order) => <Payment order={order} laptop={labelOf(order)} /> },
    {
      label: 'Delete',
      top: 'action',
      align: 'right',
      cell: (order) => (
        <IconAction
          icon={TrashIcon.markup()}
          label={`Delete the order for ${labelOf(order)}`}
          why={order.paid ? 'A paid order is kept: it is your receipt.' : undefined}
          onAct={() => onDelete({ order, laptop: labelOf(order) })}
        />
      ),
    },
  ]
}

/**
 * The ordered laptop, with what tells it from others of its name: its seller, the date of the order, and its seller's
 * description.
 */
function Ordered({ order }: { order: Booking }) {
  const { productName, sellerName, bookingDate } = order
  return (
    <span className="wrap-anywhere sm:block sm:min-w-22">
      <bdi className="row-name font-semibold">{productName}</bdi>
      <span className="figures block text-xs text-muted">
        {sellerName && (
          <span>
            <bdi>{sellerName}</bdi>&nbsp;·{' '}
          </span>
        )}
        ordered <span className="inline-block">{formatLocalDay(bookingDate)}</span>
      </span>
      <WhichLaptop laptop={order} />
    </span>
  )
}

/** The same as `Ordered`, for a dialog. */
const sayWhich = (order: Booking) =>
  `${labelOrdered(order)}, ordered on ${formatLocalDay(order.bookingDate)}, ${formatDollars(order.price)}.`

const labelOrdered = (order: Booking) => labelOffer(order.productName, order)

function Payment({ order: { _id, paid, available }, laptop }: Called) {
  if (paid) return <Paid orderId={_id} laptop={laptop} />
  if (!available) return <span className="chip bg-base-200">No longer available</span>
  return (
    <Link to={`/dashboard/payment/${_id}`} className="btn btn-primary px-6" aria-label={`Pay for ${laptop}`}>
      Pay
    </Link>
  )
}
