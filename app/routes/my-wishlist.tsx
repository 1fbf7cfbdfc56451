import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import type { User } from '#contract/users.ts'
import type { Wish } from '#contract/wishlist.ts'
import { api } from '../api.ts'
import { DashboardList } from '../dashboard/dashboard-list.tsx'
import { DataTable } from '../dashboard/data-table.tsx'
import { ForRole } from '../dashboard/for-role.tsx'
import type { Part } from '../dashboard/list-rows.tsx'
import { subscribeToPaid } from '../dashboard/paid-orders.ts'
import { Empty } from '../lists/empty.tsx'
import type { More } from '../lists/use-more.ts'
import BookingForm from '../orders/booking-form.tsx'
import type { Route } from './+types/my-wishlist'
import { columns, type Fetches, FROM_HERE } from './my-wishlist/columns.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'My Wishlist · Clamshell' }]

export default function MyWishlist() {
  return <ForRole only="buyer">{(user) => <WishlistOf user={user} />}</ForRole>
}

function WishlistOf({ user: { email } }: { user: User }) {
  const fetchPart = useCallback((part: Part) => api.page('/wishlist', { query: { email, ...part } }), [email])
  const empty = (
    <Empty to="/advertisedProducts" action="See the laptops">
      Laptops you mark with the heart appear here, with what they cost now.
    </Empty>
  )
  return (
    <DashboardList title="My Wishlist" fetchPart={fetchPart} subscribe={subscribeToPaid} empty={empty}>
      {(_, reload, list, refresh) => <Wishes list={list} reload={reload} refresh={refresh} />}
    </DashboardList>
  )
}

function Wishes({ list: { rows, next, problem, more }, ...fetches }: { list: More<Wish> } & Fetches) {
  const { reload } = fetches
  const [query, setQuery] = useSearchParams()
  const asked = query.get('order')
  const wish = rows.find(({ productId }) => productId === asked)
  const ordering = wish && !wish.orderId && wish.status !== 'sold' ? wish : undefined
  const { state } = useLocation()
  const navigate = useNavigate()
  /** Going back takes a moment: closing again meanwhile would go back one step more. */
  const goesBack = useRef(false)
  function close() {
    if (state !== FROM_HERE) return setQuery({}, { replace: true, preventScrollReset: true })
    if (!goesBack.current) void navigate(-1)
    goesBack.current = true
  }
  useEffect(() => {
    if (asked === null) goesBack.current = false
    if (asked === null || ordering) return
    // If it stayed there, it would open the form unasked once the laptop is available again.
    if (wish || !next) close()
    // After a reload, or in another tab, it may be further down. If a part fails to load, Load more says so.
    else if (problem === undefined) void more()
  })
  const formOf = ordering?.productId
  useLayoutEffect(() => {
    // If the page was loaded with the form open, no control has opened it: when it is closed, the focus moves to the
    // link that leads to it.
    if (formOf && document.activeElement === document.body)
      document.querySelector<HTMLElement>(`a[href$="?order=${formOf}"]`)?.focus({ preventScroll: true })
  }, [formOf])
  return (
    <>
      <DataTable label="My Wishlist" columns={columns(rows, fetches)} rows={rows} />
      {ordering && <BookingForm product={ordering} onClose={close} onOrdered={reload} onBehind={reload} />}
    </>
  )
}
