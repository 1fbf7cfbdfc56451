import { limitConcurrency, overloaded } from '../limit-concurrency.ts'
import type { AnyResponse } from './buffered-response.ts'
import { pathOf } from './request-target.ts'

type Fetch = (request: Request, address: string | undefined) => Promise<AnyResponse>

/**
 * The most requests of each kind in work. Several times what a busy shop needs: five hundred visitors and fifty buyers
 * at the same moment.
 */
const MOST_IN_WORK = 1_000
/** When the event loop lags by a second, more work makes it worse. */
const LAG_MS = 1_000
const MOST_IN_WORK_BEHIND = 600
/** Payment calls and webhooks have slots of their own, so that lists cannot crowd them out. */
const PREFERRED = /^\/api\/(?:webhooks\/|create-payment-intent$|paymentinfo$)/
/** Pictures have slots of their own too, so that they crowd out nothing while their store does not answer. */
const SHOWN_PICTURE = /^\/api\/images\//

/** Calls that take a processor or much memory each, and that anybody can make: they wait in queues of their own. */
const PASSWORD_CALLS = /^\/auth\/(?:sign-in\/email|sign-up\/email|reset-password|change-password)$/
const PASSWORDS = { atOnce: 4, mostWaiting: 150 }
/** Each waiting call holds its picture, 8 MB at most. */
const PICTURES = { atOnce: 4, mostWaiting: 28 }

/**
 * Accepts no more work than can be answered soon, and refuses the rest at once (503 with Retry-After), so that the
 * accepted requests are not slowed down. Liveness checks are always answered. Requests without an address are the
 * shop's own, on behalf of one that was accepted.
 */
export function shedLoad(answer: Fetch): Fetch {
  const inPasswordLine = limitConcurrency(PASSWORDS)
  const inPictureLine = limitConcurrency(PICTURES)
  const isBehind = watchLag()
  const inWork = { preferred: 0, pictures: 0, others: 0 }

  function inLine(request: Request, pathname: string, address: string): Promise<AnyResponse> {
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

/** Returns whether the process's timers have lately fired much too late. */
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
