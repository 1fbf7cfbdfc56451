/** The calls that can be told to go wrong; `deliver` is the sending of an event to the webhook. */
export type FaultyCall =
  | 'create'
  | 'retrieve'
  | 'list'
  | 'update'
  | 'confirm'
  | 'authenticate'
  | 'cancel'
  | 'refund'
  | 'read-refund'
  | 'list-refunds'
  | 'list-events'
  | 'deliver'

/** What can go wrong with a call to the provider. */
export type CallFaultKind =
  /** The connection is refused: nothing happened. */
  | 'refused'
  /** No answer ever comes, and nothing happened. */
  | 'timeout-before'
  /** It is done, but no answer ever comes. */
  | 'timeout-after'
  /** It is done, but the connection breaks before the answer. */
  | 'reset'
  /** The provider asks to slow down: nothing happened. */
  | '429'
  /** The provider fails, and keeps that under the key of the call: nothing happened. */
  | '500'
  /** It is done, but the answer is a proxy's HTML page. */
  | 'nonsense'
  /** It is done, but the answer names another amount. */
  | 'wrong-amount'
  /** It is done and answered, late. */
  | 'delayed'

/**
 * What can go wrong with a delivery. `refused`, `timeout-before`, `429` and `500` never reach the shop and
 * are tried again; `timeout-after` and `reset` reach it, but its answer is lost, so that they are too.
 */
type DeliveryFaultKind = CallFaultKind | 'duplicate' | 'out-of-order' | 'dropped'

export type Fault<Kind extends DeliveryFaultKind = DeliveryFaultKind> = { kind: Kind; delayMs: number }

export type Faults = {
  /** The next `count` calls of this kind go wrong this way (after those set before). `delayMs` is for `delayed`. */
  set(call: 'deliver', kind: DeliveryFaultKind, count?: number, delayMs?: number): void
  set(call: Exclude<FaultyCall, 'deliver'>, kind: CallFaultKind, count?: number, delayMs?: number): void
  /** How many calls of this kind are still to go wrong. */
  left(call: FaultyCall): number
  /** Ends every fault, and lets go what they hold back. */
  clear(): void
}

/**
 * The switches, and `take`, by which a call asks (and uses up) what shall go wrong with it. `onClear` lets
 * go what a fault holds back.
 */
export function createFaults(onClear: () => void): {
  faults: Faults
  take(call: FaultyCall): Fault | undefined
} {
  const waiting = new Map<FaultyCall, Fault[]>()
  const of = (call: FaultyCall) => waiting.get(call) ?? []
  return {
    faults: {
      set(call: FaultyCall, kind: DeliveryFaultKind, count = 1, delayMs = 200) {
        waiting.set(call, [...of(call), ...Array.from({ length: count }, () => ({ kind, delayMs }))])
      },
      left: (call) => of(call).length,
      clear() {
        waiting.clear()
        onClear()
      },
    },
    take(call) {
      const [next, ...rest] = of(call)
      waiting.set(call, rest)
      return next
    },
  }
}
