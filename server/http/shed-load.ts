import { limitConcurrency, overloaded } from '../limit-concurrency.ts'
import type { Answer } from './ready-answer.ts'
import { pathOf } from './request-target.ts'

type Fetch = (request: Request, address: string | undefined) => Promise<Answer>

/** Of each kind. Several times what a full house needs: five hundred visitors and fifty buyers at the same moment. */
const MOST_IN_WORK = 1_000
/** When the process answers nobody for a second, more work makes it worse. */
const LAG_MS = 1_000
const MOST_IN_WORK_BEHIND = 600
/** Payment calls and webhooks have slots of their own, so that lists cannot crowd them out. */
const PREFERRED = /^\/api\/(?:webhooks\/|create-payment-intent$|paymentinfo$)/
/** So have pictures, so that they crowd out nothing while their store is silent. */
const SHOWN_PICTURE = /^\/api\/images\//

/** Calls that take a processor or much memory each, and that anybody can make: they wait in lines of their own. */
const PASSWORD_CALLS = /^\/auth\/(?:sign-in\/email|sign-up\/email|reset-password|change-password)$/
const PASSWORDS = { atOnce: 4, mostWaiting: 150 }
/** Each that waits holds its picture, 8 MB at most. */
const PICTURES = { atOnce: 4, mostWaiting: 28 }

/**
 * Takes on no more than can be answered soon, and refuses the rest at once (503, with the time to come back),
 * so that what was taken on is not made slow by it. Whether the process lives is always answered. Requests
 * without an address are the shop's own, on behalf of one that was let in.
 */
export function shedLoad(answer: Fetch): Fetch {
  const inPasswordLine = limitConcurrency(PASSWORDS)
  const inPictureLine = limitConcurrency(PICTURES)
  const isBehind = watchLag()
  const inWork = { preferred: 0, pictures: 0, others: 0 }

  function inLine(request: Request, pathname: string, address: string): Promise<Answer> {
    const work = () => answer(request, address)
    if (request.method !== 'POST') return work()
    if (PASSWORD_CALLS.test(pathname)) return inPasswordLine(work)
    if (pathname === '/api/images') return inPictureLine(work)
    return work()
  }

  return async (request, address) => {
    const pathname = pathOf(request)
    if (address === undefined || pathname === '/healthz' || pathname === '/readyz')
      return answer(request, address)
    const kind = kindOf(pathname)
    const most = kind !== 'preferred' && isBehind() ? MOST_IN_WORK_BEHIND : MOST_IN_WORK
    if (inWork[kind] >= most) throw overloaded()
    inWork[kind]++
    return inLine(request, pathname, address).finally(() => inWork[kind]--)
  }
}

function kindOf(pathname: string): 'preferred' | 'pictures' | 'others' {
  if (PREFERRED.test(pathname)) return 'preferred'
  return SHOWN_PICTURE.test(pathname) ? 'pictures' : 'others'
}

/** Whether the process has lately come to its timers much too late. */
function watchLag(): () => boolean {
  const every = LAG_MS / 2
  let last = performance.now()
  let lag = 0
  setInterval(() => {
    const now = performance.now()
    lag = now - last - every
    last = now
  }, every).unref()
  return () => lag > LAG_MS
}
