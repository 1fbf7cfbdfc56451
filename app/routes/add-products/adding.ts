import { useSyncExternalStore } from 'react'
import { createSubscribers } from '../../subscribers.ts'

/*
 * Adding a laptop continues when its form is left. Somebody who comes back before the answer finds a form that knows of
 * it, and cannot add the laptop a second time. Stored by the key of the form's draft.
 */

type Adding = {
  isUnderWay: boolean
  /** The sent share of its picture, from 0 to 1; undefined while nothing is being sent. */
  uploaded: number | undefined
  /** How many were added: each leaves an empty form. */
  added: number
}

const NONE: Adding = { isUnderWay: false, uploaded: undefined, added: 0 }
const addings = new Map<string, Adding>()
const subscribers = createSubscribers()

export const addingOf = (key: string): Adding => addings.get(key) ?? NONE

export function tellAdding(key: string, change: Partial<Adding>): void {
  addings.set(key, { ...addingOf(key), ...change })
  subscribers.notify()
}

export function useAdding(key: string): Adding {
  return useSyncExternalStore(
    subscribers.subscribe,
    () => addingOf(key),
    () => NONE,
  )
}
