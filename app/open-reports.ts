import { useSyncExternalStore } from 'react'
import { api } from './api.ts'

let count: number | undefined
let latest = 0
const followers = new Set<() => void>()

/** How many reports wait for an admin; undefined until that is known. Counted anew when the window is looked at. */
export function useOpenReports(): number | undefined {
  return useSyncExternalStore(
    follow,
    () => count,
    () => undefined,
  )
}

function follow(follower: () => void): () => void {
  if (followers.size === 0) {
    void countOpenReports()
    addEventListener('focus', countOpenReports)
  }
  followers.add(follower)
  return () => {
    followers.delete(follower)
    if (followers.size === 0) removeEventListener('focus', countOpenReports)
  }
}

/** Counts them anew: after a decision, for one. */
export async function countOpenReports(): Promise<void> {
  latest += 1
  const mine = latest
  try {
    const { total } = await api.page('/reports', { query: { limit: 1 } })
    // A later count has overtaken this one.
    if (mine !== latest) return
    count = total
    for (const follower of followers) follower()
  } catch {
    // A badge is a hint: the last known number stays, and the page itself says what went wrong.
  }
}
