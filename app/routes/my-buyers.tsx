import { useCallback } from 'react'
import { formatDollars } from '#contract/money.ts'
import type { MyBuyer } from '#contract/orders.ts'
import type { User } from '#contract/users.ts'
import { api } from '../api.ts'
import { DashboardList } from '../dashboard/dashboard-list.tsx'
import { type Column, DataTable } from '../dashboard/data-table.tsx'
import { ForRole } from '../dashboard/for-role.tsx'
import type { Part } from '../dashboard/list-rows.tsx'
import { formatLocalDay } from '../dashboard/local-dates.ts'
import { WhichLaptop } from '../dashboard/which-laptop.tsx'
import { Empty } from '../lists/empty.tsx'
import { PhoneLink } from '../orders/phone-link.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { EmailText } from '../ui/email-text.tsx'
import type { Route } from './+types/my-buyers'

export const meta: Route.MetaFunction = () => [{ title: 'My Buyers · Clamshell' }]

export default function MyBuyers() {
  return <ForRole only="seller">{(user) => <BuyersOf user={user} />}</ForRole>
}

function BuyersOf({ user: { email } }: { user: User }) {
  const fetchPart = useCallback(
    (part: Part, search: string) =>
      api.page('/mybuyers/{email}', { params: { email }, query: { search, ...part } }),
    [email],
  )
  const empty = (
    <Empty to="/dashboard/myproducts" action="See your laptops">
      Whoever orders one of your laptops appears here, with how to reach them and where to meet.
    </Empty>
  )
  return (
    <DashboardList title="My Buyers" fetchPart={fetchPart} searchable empty={empty}>
      {(rows) => <DataTable label="My Buyers" columns={COLUMNS} rows={rows} />}
    </DashboardList>
  )
}

/** Shown if the buyer's account was deleted: the paid order stays, without their data. */
const NOT_KEPT = <span className="text-muted">Not kept</span>

/** Escapes characters that have a meaning in a link, except for the @, which must stay. */
const mailTo = (email: string) => `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`

/** Six columns of text: where they are narrowest, contact data is smaller than names. */
const SMALLER = 'sm:@max-3xl:text-xs'

const COLUMNS: Column<MyBuyer>[] = [
  {
    label: 'Profile',
    top: 'picture',
    cell: ({ buyerImg }) => <Avatar image={buyerImg} className="size-11 sm:@max-3xl:size-9" />,
  },
  {
    label: 'Name',
    top: 'title',
    cell: ({ buyerName }) => <bdi className="cell-name font-semibold">{buyerName}</bdi>,
  },
  {
    label: 'Email',
    cell: ({ buyerEmail }) =>
      buyerEmail ? (
        <a
          href={mailTo(buyerEmail)}
          className={`link link-alone sm:inline-block sm:min-w-28 ${SMALLER} sm:@max-3xl:min-w-24`}
        >
          <EmailText email={buyerEmail} />
        </a>
      ) : (
        NOT_KEPT
      ),
  },
  {
    label: 'Phone',
    cell: ({ phone }) =>
      phone ? (
        <span className={SMALLER}>
          <PhoneLink phone={phone} />
        </span>
      ) : (
        NOT_KEPT
      ),
  },
  {
    label: 'Location',
    cell: ({ location }) =>
      location ? (
        <bdi className={`cell-name sm:min-w-20 ${SMALLER} sm:@max-3xl:min-w-18`}>{location}</bdi>
      ) : (
        NOT_KEPT
      ),
  },
  { label: 'Ordered Product', cell: (order) => <Ordered order={order} /> },
]

function Ordered({ order }: { order: MyBuyer }) {
  const { productName, price, paid, available, bookingDate } = order
  return (
    <span className="sm:block sm:min-w-30 sm:@max-3xl:min-w-20">
      <bdi className={`block font-semibold wrap-anywhere ${SMALLER}`}>{productName}</bdi>
      <WhichLaptop laptop={order} className="sm:max-w-40" />
      <span className="figures flex flex-wrap items-center gap-x-2 text-xs text-muted max-sm:justify-end">
        <span>
          {formatDollars(price)} · <span className="inline-block">{formatLocalDay(bookingDate)}</span>
        </span>
        {paid && <span className="chip bg-trust-soft text-trust">Paid</span>}
        {!paid && !available && <span className="chip bg-base-200 whitespace-normal">No longer on sale</span>}
      </span>
    </span>
  )
}
