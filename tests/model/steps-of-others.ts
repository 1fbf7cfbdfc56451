import fc from 'fast-check'
import { reconcilePayments } from '#server/payments/reconcile-payments.ts'
import {
  ADVERTISED,
  BUYERS,
  cancel,
  isAlive,
  isUnsettled,
  type Model,
  type Order,
  record,
  release,
  SELLERS,
  whyClaimed,
} from './shop-model.ts'
import { expectWord, reportAt, type Steps, step, type Weighted } from './steps.ts'

const decide: Steps = fc
  .tuple(fc.nat(20), fc.constantFrom('taken-down' as const, 'dismissed' as const))
  .map(([n, decision]) =>
    step(
      `report ${n} is decided: ${decision}`,
      (model) => model.reports.length > 0,
      async (model, real) => {
        const report = reportAt(model, n)
        const body = { decision, reason: 'Looked at.' }
        const answer = await real.ask('Admin', 'PUT', `/reports/${report.id}`, body)
        if (report.decision) return expectWord(answer, report.decision === decision ? '0' : 'already-decided')
        if (decision === 'taken-down') {
          endPayments(model, ({ laptop }) => laptop === report.laptop)
          const claimed = whyClaimed(model, report.laptop)
          if (claimed) return expectWord(answer, claimed)
        }
        const decided = model.reports.filter(
          (one) =>
            one === report || (decision === 'taken-down' && one.laptop === report.laptop && !one.decision),
        )
        for (const one of decided) one.decision = decision
        if (decision === 'taken-down') report.laptop.withdrawn = true
        expectWord(answer, String(decided.length))
      },
    ),
  )

const verify: Steps = fc.constantFrom(...SELLERS).map((seller) =>
  step(
    `${seller} is verified`,
    () => true,
    async (model, real) => {
      const path = `/verifyuser/${real.who(seller).id}?email=${real.who('Admin').email}`
      const answer = await real.ask('Admin', 'PUT', path)
      const member = model.people[seller]!
      expectWord(answer, !member.alive ? 'not-found' : member.verified ? '0' : '1')
      member.verified = true
    },
  ),
)

const deleteBuyer: Steps = fc.constantFrom(...BUYERS).map((buyer) =>
  step(
    `${buyer} is deleted`,
    () => true,
    async (model, real) => {
      const answer = await real.ask('Admin', 'DELETE', `/user/${real.who(buyer).id}`)
      if (!isAlive(model, buyer)) return expectWord(answer, 'not-found')
      const own = model.orders.filter((order) => order.buyer === buyer)
      if (own.some(isProcessed)) return expectWord(answer, 'payment-in-flight')
      expectWord(answer, '1')
      for (const order of own) cancel(model, order)
      for (const order of own) order.nobodys = true
      model.orders = model.orders.filter((order) => order.buyer !== buyer || order.state === 'paid')
      model.wishes = model.wishes.filter((wish) => wish.buyer !== buyer)
      leave(model, buyer)
    },
  ),
)

const deleteSeller: Steps = fc.constantFrom(...SELLERS).map((seller) =>
  step(
    `${seller} is deleted`,
    () => true,
    async (model, real) => {
      const answer = await real.ask('Admin', 'DELETE', `/user/${real.who(seller).id}`)
      if (!isAlive(model, seller)) return expectWord(answer, 'not-found')
      const theirs = ({ laptop }: Order) => laptop.seller === seller
      if (model.orders.filter(theirs).some(isProcessed)) return expectWord(answer, 'payment-in-flight')
      endPayments(model, theirs)
      const held = model.orders.some((order) => theirs(order) && order.state === 'held')
      if (held) return expectWord(answer, 'payment-in-flight')
      expectWord(answer, '1')
      for (const laptop of model.laptops)
        if (laptop.seller === seller && !laptop.sold) laptop.withdrawn = true
      leave(model, seller)
    },
  ),
)

/** A deletion is refused while the provider processes a payment, and then cancels none. */
const isProcessed = (order: Order) => isUnsettled(order) && order.attempt?.status === 'processing'

/** An admin does not wait for people who are paying, unless the provider is processing the payment. */
function endPayments(model: Model, concerned: (order: Order) => boolean): void {
  for (const order of model.orders.filter(concerned)) if (isUnsettled(order)) cancel(model, order)
}

function leave(model: Model, name: string): void {
  Object.assign(model.people[name]!, { alive: false })
}

const passing = (minutes: number) =>
  step(
    `${minutes} minutes pass`,
    () => true,
    async (model, real) => {
      await real.pass(minutes)
      model.now += minutes
    },
  )
const reconciling = step(
  'payments are reconciled',
  () => true,
  async (model, real) => {
    await reconcilePayments(real.shop.deps)
    // The reconciler asks about payments that are half a minute old.
    for (const order of model.orders)
      if (isUnsettled(order) && (order.attempt?.at ?? 0) < model.now) record(model, order)
    release(model, () => true)
  },
)
/** A while later the shop has reconciled every payment that was not reported to it. */
export const A_WHILE_LATER = [passing(1), reconciling]

/** Deletions are rare, since they end most of what could happen next. */
export const STEPS_OF_OTHERS: Weighted[] = [
  { weight: 6, arbitrary: decide },
  { weight: 1, arbitrary: verify },
  { weight: 1, arbitrary: deleteBuyer },
  { weight: 1, arbitrary: deleteSeller },
  { weight: 6, arbitrary: fc.constantFrom(6, 16).map(passing) },
  { weight: 1, arbitrary: fc.constant(passing(ADVERTISED + 60)) },
  { weight: 4, arbitrary: fc.constant(reconciling) },
]
