import { useSyncExternalStore } from 'react'

export type Toast = { id: number; message: string; kind: 'success' | 'failure' }

/** How long a message stays, in milliseconds; long enough to read it twice. */
const STAY = 7000

const NONE: readonly Toast[] = []
let toasts = NONE
let last = 0
const followers = new Set<() => void>()

function set(next: readonly Toast[]): void {
  toasts = next
  for (const follower of followers) follower()
}

/** Says something in the corner, and to screen readers, for a while. */
export function toast(message: string, kind: Toast['kind'] = 'success'): void {
  last += 1
  const id = last
  set([...toasts, { id, message, kind }])
  setTimeout(() => dismissToast(id), STAY)
}

export function dismissToast(id: number): void {
  set(toasts.filter((one) => one.id !== id))
}

export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(
    (follower) => {
      followers.add(follower)
      return () => followers.delete(follower)
    },
    () => toasts,
    () => NONE,
  )
}
