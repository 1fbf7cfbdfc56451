import { Link } from 'react-router'
import { formatDollars } from '#contract/money.ts'
import type { Wish } from '#contract/wishlist.ts'
import { api } from '../../api.ts'
import { isGone } from '../../api-problem.ts'
import { type Column, PICTURE_COLUMN } from '../../dashboard/data-table.tsx'
import { labelAmong, labelOffer } from '../../dashboard/laptop-labels.ts'
import { Paid } from '../../dashboard/paid.tsx'
import type { Refresh, Reload } from '../../dashboard/unconfirmed-changes.ts'
import { WhichLaptop } from '../../dashboard/which-laptop.tsx'
import { toast } from '../../shell/toasts.ts'
import { IconAction } from '../../ui/icon-action.tsx'
import { TrashIcon } from '../../ui/icons.tsx'
import { useAction } from '../../use-action.ts'

/** The state of a history entry: the Booking Form was opened from the list, which is one step back. */
export const FROM_HERE = 'from the list'

export type Fetches = { reload: Reload; refresh: Refresh<Wish> }

export function columns(rows: readonly Wish[], fetches: Fetches): Column<Wish>[] {
  const labelOf = labelAmong(
    rows,
    ({ name }) => name,
    (wish) => labelOffer(wish.name, wish),
  )
  return [
    PICTURE_COLUMN,
    {
      label: 'Product',
      top: 'title',
      cell: (wish) => <Wished wish={wish} />,
    },
    { label: 'Price', align: 'right', cell: (wish) => <PriceNow wish={wish} /> },
    { label: 'Payment', align: 'right', cell: (wish) => <PleasePay wish={wish} laptop={labelOf(wish)} /> },
    {
      label: 'Delete',
      top: 'action',
      align: 'right',
      cell: (wish) => <Remove wish={wish} laptop={labelOf(wish)} {...fetches} />,
    },
  ]
}

/** The laptop, with what tells it from others of its name. */
function Wished({ wish }: { wish: Wish }) {
  return (
    <span className="wrap-anywhere sm:block sm:min-w-22">
      <bdi className="row-name font-semibold">{wish.name}</bdi>
      <bdi className="block text-xs text-muted">{wish.sellerName}</bdi>
      <WhichLaptop laptop={wish} />
    </span>
  )
}

/** A wish, and the name by which its actions call its laptop. */
type Called = { wish: Wish; laptop: string }

function Remove({ wish: { _id }, laptop, reload, refresh }: Called & Fetches) {
  const failure = `${laptop} was not removed.`
  const sayDone = () => toast(`${laptop} is no longer on your wishlist.`)
  const { busy, press } = useAction(failure, async () => {
    try {
      await api.delete('/mywishlist/{id}', { params: { id: _id } })
      sayDone()
    } catch (error) {
      // If it was removed in another tab, the list is out of date.
      if (!isGone(error)) {
        refresh({ id: _id, failure, onGone: sayDone })
        throw error
      }
    }
    await reload(_id)
  })
  return <IconAction icon={TrashIcon.markup()} label={`Remove ${laptop}`} busy={busy} onAct={press} />
}

/** An order keeps the price that the laptop had when it was placed. */
function PriceNow({ wish: { currentPrice, priceWhenSaved, orderPrice } }: { wish: Wish }) {
  return (
    <span>
      <span>{formatDollars(currentPrice)}</span>
      {currentPrice !== priceWhenSaved && (
        <span className="block text-xs text-muted">
          {formatDollars(priceWhenSaved)} <span className="whitespace-nowrap">when saved</span>
        </span>
      )}
      {orderPrice !== null && orderPrice !== currentPrice && (
        <span className="block text-xs">
          <span className="whitespace-nowrap">Your order:</span> {formatDollars(orderPrice)}
        </span>
      )}
    </span>
  )
}

/**
 * A link to the order's payment, or to the Booking Form if nothing has been ordered yet; or why the laptop cannot be
 * bought: it is theirs, has left the shop, or somebody else has it.
 */
function PleasePay({ wish, laptop }: Called) {
  if (wish.orderId && wish.paid) return <Paid orderId={wish.orderId} laptop={laptop} />
  if (wish.status === 'sold')
    return <span className="chip bg-base-200">{wish.withdrawn ? 'No longer available' : 'Sold'}</span>
  const there = wish.orderId
    ? { to: `/dashboard/payment/${wish.orderId}` }
    : { to: `?order=${wish.productId}`, state: FROM_HERE, preventScrollReset: true }
  return (
    <Link
      {...there}
      className="link inline-flex min-h-11 items-center font-semibold whitespace-nowrap"
      aria-label={`Please Pay for ${laptop}`}
    >
      Please Pay
    </Link>
  )
}
