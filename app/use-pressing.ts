import { useState } from 'react'
import { sayFailure } from './api-problem.ts'
import { dismissFailure, toast } from './shell/toasts.ts'

/**
 * How a button does something at once: `busy` while `act` is under way. What it throws is said in the corner, behind
 * `failure`, until it is pressed again.
 */
export function usePressing<A extends unknown[]>(failure: string, act: (...args: A) => Promise<void>) {
  const [busy, setBusy] = useState(false)
  async function press(...args: A) {
    if (busy) return
    setBusy(true)
    dismissFailure(failure)
    try {
      await act(...args)
    } catch (error) {
      toast(sayFailure(failure, error), 'failure')
    } finally {
      setBusy(false)
    }
  }
  return { busy, press }
}
