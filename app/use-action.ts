import { useState } from 'react'
import { sayFailure } from './api-problem.ts'
import { dismissFailure, toast } from './shell/toasts.ts'

/**
 * For a button that acts at once: `busy` while `act` runs. What it throws is shown as a toast, after `failure`, until
 * it is pressed again.
 */
export function useAction<A extends unknown[]>(failure: string, act: (...args: A) => Promise<void>) {
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
