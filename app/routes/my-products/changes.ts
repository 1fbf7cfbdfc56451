import { isolate } from '#contract/isolate.ts'
import { BOOST_DAYS } from '#contract/limits.ts'
import { formatDollars } from '#contract/money.ts'
import type { MyProduct } from '#contract/products.ts'
import { whichLaptop } from '#contract/which-laptop.ts'
import { api } from '../../api.ts'
import type { Change } from '../../dashboard/confirm.tsx'
import { formatLocalDay } from '../../dashboard/local-dates.ts'

/** A change that a seller can make to a laptop. */
export type LaptopChange = Change<MyProduct> & {
  /** Whether those who ordered it can then no longer pay, about which the shop mails them. */
  endsOrders?: true
  /** Another consequence that the question does not mention. */
  effect?: string
}

const at = ({ _id }: MyProduct) => ({ params: { id: _id } })
const STATUS_CHANGED = 'Successfully status changed'

export const CHANGES = {
  sold: {
    question: 'Mark this laptop as sold?',
    action: 'Mark as sold',
    harmless: true,
    endsOrders: true,
    run: (laptop) => api.put('/productsold/{id}', at(laptop)),
    done: (called, { modifiedCount }) =>
      modifiedCount ? STATUS_CHANGED : `${called} was already marked as sold.`,
    failure: (called) => `${called} was not marked as sold.`,
    isDone: ({ status }) => status === 'sold',
  },
  available: {
    question: 'Mark this laptop as available?',
    action: 'Mark as available',
    harmless: true,
    run: (laptop) => api.put('/productavailable/{id}', at(laptop)),
    done: (called, { modifiedCount }) =>
      modifiedCount ? STATUS_CHANGED : `${called} was already marked as available.`,
    failure: (called) => `${called} was not marked as available.`,
    isDone: ({ status }) => status === 'available',
  },
  boost: {
    question: 'Boost the Product?',
    action: 'Boost',
    harmless: true,
    effect: `It will be advertised for ${BOOST_DAYS} days; this cannot be ended early.`,
    run: (laptop) => api.put('/products/{id}', at(laptop)),
    done: (called, { modifiedCount }) =>
      // If it was boosted before, from another page of the same seller, that boost's end counts.
      modifiedCount ? `${called} is advertised for ${BOOST_DAYS} days.` : `${called} was already advertised.`,
    failure: (called) => `${called} was not boosted.`,
    isDone: ({ adsUntil }) => adsUntil !== null,
  },
  delete: {
    question: 'Are you sure want to Delete the Product?',
    action: 'Delete',
    endsOrders: true,
    run: (laptop) => api.delete('/myproduct/{id}', at(laptop)),
    done: (called) => `${called} was deleted.`,
    failure: (called) => `${called} was not deleted.`,
  },
} satisfies Record<string, LaptopChange>

/** The message about a laptop that was deleted in another tab, or taken down by an admin. */
export const sayGone = (called: string) => `${called} is no longer in the shop.`

/** A laptop's name, with what tells it from others of that name. */
export const labelLaptop = (product: MyProduct) =>
  `${isolate(product.name)}, ${whichLaptop(product, formatLocalDay(product.publishedDate))}`

/**
 * The subject of a question, in a line, and the consequences for the laptop and its orders; those of a sold one have
 * ended already.
 */
export function describe(product: MyProduct, { endsOrders, effect }: Partial<LaptopChange> = {}): string {
  const { currentPrice, status, orders } = product
  const laptop = `${labelLaptop(product)}, ${formatDollars(currentPrice)}`
  const ordered = orders === 1 ? '1 person has ordered it.' : `${orders} people have ordered it.`
  const told = endsOrders && status === 'available' && 'They can no longer pay; we will e-mail them.'
  const follows = [...(orders > 0 ? [ordered, told] : []), effect].filter(Boolean)
  return [`${laptop}.`, ...follows].join(' ')
}
