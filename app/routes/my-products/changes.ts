import { isolate } from '#contract/isolate.ts'
import { BOOST_DAYS } from '#contract/limits.ts'
import { formatDollars } from '#contract/money.ts'
import type { MyProduct } from '#contract/products.ts'
import { whichLaptop } from '#contract/which-laptop.ts'
import { api } from '../../api.ts'
import { sayDay } from '../../dashboard/personal-dates.ts'

/** What the shop answers: for some it tells whether that changed anything. */
type Answer = { acknowledged: true; modifiedCount?: number }

/** What a seller can do with a laptop: what is asked before, what is done, what is said then or where it failed. */
export type Change = {
  question: string
  action: string
  harmless: boolean
  /** Whether those who ordered it can no longer pay then, of which the shop mails them. */
  endsOrders?: true
  /** What else follows, where its question does not say it. */
  effect?: string
  run: (laptop: MyProduct) => Promise<Answer>
  /** `called`: what the laptop is called among the others of the list. */
  done: (called: string, answer: Answer) => string
  failure: (called: string) => string
  /** Whether a laptop is seen to be so; of what deletes it there is none to be seen. */
  isDone?: (laptop: MyProduct) => boolean
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
      modifiedCount ? STATUS_CHANGED : `${called} was marked as sold already.`,
    failure: (called) => `${called} was not marked as sold.`,
    isDone: ({ status }) => status === 'sold',
  },
  available: {
    question: 'Mark this laptop as available?',
    action: 'Mark as available',
    harmless: true,
    run: (laptop) => api.put('/productavailable/{id}', at(laptop)),
    done: (called, { modifiedCount }) =>
      modifiedCount ? STATUS_CHANGED : `${called} was marked as available already.`,
    failure: (called) => `${called} was not marked as available.`,
    isDone: ({ status }) => status === 'available',
  },
  boost: {
    question: 'Boost the Product?',
    action: 'Boost',
    harmless: true,
    effect: `It is advertised for ${BOOST_DAYS} days; this cannot be ended earlier.`,
    run: (laptop) => api.put('/products/{id}', at(laptop)),
    done: (called, { modifiedCount }) =>
      // Boosted before, from another page of the same seller: it is advertised for as long as that said.
      modifiedCount ? `${called} is advertised for ${BOOST_DAYS} days.` : `${called} was advertised already.`,
    failure: (called) => `${called} was not boosted.`,
    isDone: ({ adsUntil }) => adsUntil !== null,
  },
  delete: {
    question: 'Are you sure want to Delete the Product?',
    action: 'Delete',
    harmless: false,
    endsOrders: true,
    run: (laptop) => api.delete('/myproduct/{id}', at(laptop)),
    done: (called) => `${called} is deleted.`,
    failure: (called) => `${called} was not deleted.`,
  },
} satisfies Record<string, Change>

/** Of a laptop that was deleted from another tab, or that an admin has taken down. */
export const sayGone = (called: string) => `${called} is no longer in the shop.`

/** A laptop by its name, and by what tells it from others of that name. */
export const callLaptop = (product: MyProduct) =>
  `${isolate(product.name)}, ${whichLaptop(product, sayDay(product.publishedDate))}`

/** What is asked about, in a line, and what a change makes of it and its orders; those of a sold one have ended already. */
export function describe(product: MyProduct, { endsOrders, effect }: Partial<Change> = {}): string {
  const { currentPrice, status, orders } = product
  const laptop = `${callLaptop(product)}, ${formatDollars(currentPrice)}`
  const ordered = orders === 1 ? '1 person has ordered it.' : `${orders} people have ordered it.`
  const told = endsOrders && status === 'available' && 'They can no longer pay, and are told by mail.'
  const follows = [...(orders > 0 ? [ordered, told] : []), effect].filter(Boolean)
  return follows.length > 0 ? `${laptop}. ${follows.join(' ')}` : laptop
}
