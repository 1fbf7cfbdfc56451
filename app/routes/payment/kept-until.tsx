import { useCallback, useSyncExternalStore } from 'react'
import { HOLDS } from '#contract/limits.ts'
import { shopNow } from '../../fetch-shop.ts'
import { type HoldPhase, nextLookAtHold, phaseOfHold } from './hold.ts'

/**
 * Until when the laptop is held for the buyer, who is not obliged to pay by then. That the hold ends soon, and that it
 * has ended, is read out as well.
 */
export function KeptUntil({ heldUntil }: { heldUntil: string }) {
  const phase = useHoldPhase(heldUntil)
  const time = <Time iso={heldUntil} />
  return (
    <div className="text-sm text-muted">
      <p role="status">
        {phase === 'ending' && (
          <span className="mb-1 block font-medium text-caution">
            Less than two minutes left: the laptop is reserved for you until {time}. Your order stays after
            that.
          </span>
        )}
        {phase === 'over' && (
          <span className="mb-1 block font-medium text-caution">
            The laptop was reserved for you until {time}. That time is over. Press Payment, and we try to
            reserve it again before your card is charged.
          </span>
        )}
      </p>
      <p>
        {phase === 'kept' && (
          <span>
            Now that you have opened this page, the laptop is reserved for you until {time}; your order stays
            after that. You can reserve a laptop {HOLDS.most} times in {HOLDS.hours} hours at most.{' '}
          </span>
        )}
        <span>Once your card is charged the laptop is yours, and you see the seller's phone number.</span>
      </p>
    </div>
  )
}

/** As the reader's own clock shows it, right or wrong. */
function Time({ iso }: { iso: string }) {
  const here = new Date(Date.parse(iso) - shopNow() + Date.now())
  const time = here.toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' })
  return (
    <time dateTime={iso} className="figures font-semibold whitespace-nowrap text-ink">
      {time}
    </time>
  )
}

function useHoldPhase(heldUntil: string): HoldPhase {
  const subscribe = useCallback((changed: () => void) => subscribeToClock(heldUntil, changed), [heldUntil])
  return useSyncExternalStore(subscribe, () => phaseOfHold(heldUntil, shopNow()))
}

/** Calls `changed` when the hold's state may have changed by the shop's clock; returns a function that stops it. */
function subscribeToClock(heldUntil: string, changed: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  function look() {
    clearTimeout(timer)
    changed()
    const wait = nextLookAtHold(heldUntil, shopNow())
    timer = wait === undefined ? undefined : setTimeout(look, wait)
  }
  look()
  // A hold that ended while the page was hidden must not be shown as running.
  document.addEventListener('visibilitychange', look)
  return () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', look)
  }
}
