/** The expected state of a shop, in memory: it predicts the responses and the lists. Times are minutes. */
export type Model = {
  now: number
  people: Record<string, Member>
  laptops: Laptop[]
  orders: Order[]
  wishes: { id: string; buyer: string; laptop: Laptop }[]
  reports: Report[]
  /** When each buyer first claimed each laptop, and how often since. */
  claims: Map<string, { since: number; count: number }>
}
type Member = { role: 'buyer' | 'seller'; alive: boolean; verified: boolean }
export type Laptop = {
  id: string
  seller: string
  brand: string
  price: number
  sold: boolean
  withdrawn: boolean
  adsUntil: number
}
export type Order = {
  id: string
  laptop: Laptop
  buyer: string
  /** The laptop's price when it was ordered. */
  price: number
  /** The buyer's account is deleted: the order is in nobody's list. */
  nobodys: boolean
  state: 'open' | 'held' | 'paid'
  heldUntil: number
  attempt: Attempt | undefined
}
/** The provider's state of an attempt to pay, and whether the shop has recorded its end. */
export type Attempt = {
  secret: string
  at: number
  status: 'open' | 'processing' | 'succeeded' | 'canceled'
  settled: boolean
}
export type Report = {
  id: string
  laptop: Laptop
  reporter: string
  decision: 'taken-down' | 'dismissed' | undefined
}

export const HOLD = 15
export const ADVERTISED = 14 * 24 * 60

export const SELLERS = ['Salma', 'Sohel']
export const BUYERS = ['Babul', 'Beauty', 'Bristi']

export function newModel(): Model {
  const member = (role: Member['role']) => (name: string) =>
    [name, { role, alive: true, verified: false }] as const
  const people = Object.fromEntries([...SELLERS.map(member('seller')), ...BUYERS.map(member('buyer'))])
  return { now: 0, people, laptops: [], orders: [], wishes: [], reports: [], claims: new Map() }
}

export const isAlive = ({ people }: Model, name: string) => people[name]?.alive ?? false
export const isOnSale = ({ sold, withdrawn }: Laptop) => !sold && !withdrawn
export const isAdvertised = (model: Model, laptop: Laptop) => laptop.adsUntil > model.now

/** The order that claims a laptop, if any. */
export const claimOf = ({ orders }: Model, laptop: Laptop) =>
  orders.find((order) => order.laptop === laptop && order.state !== 'open')

/** Why a laptop cannot be changed: the refusal because of its claim. */
export function whyClaimed(model: Model, laptop: Laptop): string | undefined {
  const claim = claimOf(model, laptop)
  return claim && (claim.state === 'paid' ? 'already-paid' : 'laptop-held')
}

/** Whether a buyer may claim a laptop once more: three times in two hours. */
export function countClaim({ now, claims }: Model, { buyer, laptop }: Order): boolean {
  const key = `${buyer} ${laptop.id}`
  const known = claims.get(key)
  const counted = known && known.since > now - 120 ? known : { since: now, count: 0 }
  if (counted.count >= 3) return false
  counted.count += 1
  claims.set(key, counted)
  return true
}

export const isUnsettled = ({ attempt }: Order) => attempt !== undefined && !attempt.settled

/** The shop records the provider's state of an order's attempt. */
export function record(model: Model, order: Order): void {
  const { attempt } = order
  if (!attempt || attempt.settled) return
  if (attempt.status === 'processing') order.heldUntil = model.now + HOLD
  if (attempt.status === 'succeeded') {
    Object.assign(order, { state: 'paid' })
    order.laptop.sold = true
  }
  if (attempt.status === 'canceled') order.state = 'open'
  attempt.settled = attempt.status === 'succeeded' || attempt.status === 'canceled'
}

/** The shop cancels an attempt, if it still can, and records how it ended. */
export function cancel(model: Model, order: Order): void {
  if (order.attempt?.status === 'open') order.attempt.status = 'canceled'
  record(model, order)
}

/** Releases the expired claims of the orders that `concern` selects. */
export function release(model: Model, concern: (order: Order) => boolean): void {
  for (const order of model.orders)
    if (order.state === 'held' && order.heldUntil < model.now && concern(order)) cancel(model, order)
}
