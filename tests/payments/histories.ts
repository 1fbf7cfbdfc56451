import { createRandom, type Random } from '#server/demo/random.ts'
import type { RefundCourse } from './histories-provider.ts'

/** What happens to one order's payment at the provider, in this order. */
export type Step =
  | { does: 'decline'; message: string }
  | { does: 'askForAuthentication' | 'process' | 'cancel' | 'changeSum' | 'succeed' | 'dispute' }
  /** A step of the buyer: they open the page again after the provider has given up their attempt. */
  | { does: 'tryAgain' }
export type History = { orders: Step[][]; refundCourse: RefundCourse }

const DECLINES = ['Your card was declined.', 'Your card has insufficient funds.', 'Your card has expired.']
const COURSES: RefundCourse[] = [
  'succeeds',
  'is pending, then succeeds',
  'is pending, then fails',
  'succeeds, then fails',
]

function makeSteps(random: Random): Step[] {
  const steps: Step[] = []
  for (let tries = random.whole(0, 2); tries > 0; tries--) {
    if (random.chance(0.4)) steps.push({ does: 'askForAuthentication' })
    steps.push({ does: 'decline', message: random.pick(DECLINES) })
  }
  const end = random.next()
  if (end < 0.25) {
    steps.push({ does: 'cancel' })
    if (random.chance(0.7)) steps.push({ does: 'tryAgain' })
    return random.chance(0.3) && steps.at(-1)?.does === 'tryAgain' ? [...steps, { does: 'succeed' }] : steps
  }
  if (end < 0.35) return steps
  if (random.chance(0.3)) steps.push({ does: 'askForAuthentication' })
  if (random.chance(0.25)) steps.push({ does: 'process' })
  // A disputed charge cannot be refunded: the end would depend on which comes first.
  const returned = random.chance(0.3)
  if (returned) steps.push({ does: 'changeSum' })
  steps.push({ does: 'succeed' })
  if (!returned && random.chance(0.25)) steps.push({ does: 'dispute' })
  return steps
}

/** The history with this number, and the random generator for the rest of its round. */
export function makeHistory(round: number): { history: History; random: Random } {
  const random = createRandom(round)
  const orders = Array.from({ length: random.chance(0.2) ? 2 : 1 }, () => makeSteps(random))
  return { history: { orders, refundCourse: random.pick(COURSES) }, random }
}

/** The expected end of each attempt, whatever is reported and when: derived from the steps alone. */
export function endOf(steps: Step[], refundCourse: RefundCourse) {
  const happened = (does: Step['does']) => steps.some((step) => step.does === does)
  const returned = refundCourse.endsWith('fails') ? 'refund-failed' : 'refunded'
  const made = happened('changeSum') ? returned : 'succeeded'
  const last = happened('succeed') ? made : 'open'
  const attempts = happened('cancel') ? ['canceled', ...(happened('tryAgain') ? [last] : [])] : [last]
  const order = { succeeded: 'paid', open: 'held' }[attempts.at(-1) ?? ''] ?? 'open'
  const laptop = order === 'paid' ? 'sold' : 'available'
  return attempts.map((payment) => ({ order, laptop, payment, disputed: happened('dispute') }))
}
