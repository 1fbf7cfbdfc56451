import { useSyncExternalStore } from 'react'
import { api, type Page } from '../api.ts'

let count: number | undefined
let latest = 0
const subscribers = new Set<() => void>()

/** How many reports are open; undefined until that is known. Counted again when the window gets the focus. */
export function useOpenReports(): number | undefined {
  return useSyncExternalStore(
    subscribe,
    () => count,
    () => undefined,
  )
}

function subscribe(subscriber: () => void): () => void {
  if (subscribers.size === 0) {
    void countOpenReports()
    addEventListener('focus', countOpenReports)
  }
  subscribers.add(subscriber)
  return () => {
    subscribers.delete(subscriber)
    if (subscribers.size === 0) removeEventListener('focus', countOpenReports)
  }
}

async function countOpenReports(): Promise<void> {
  try {
    await countReportsBy(api.page('/reports', { query: { limit: 1 } }))
  } catch {
    // The badge is only a hint: the last known number stays, and the page itself says what went wrong.
  }
}

/** Takes the count from a list of them that is being loaded, so that the badge agrees with the list beside it. */
export async function countReportsBy<T>(asked: Promise<Page<T>>): Promise<Page<T>> {
  latest += 1
  const mine = latest
  const page = await asked
  // A later count may have overtaken this one.
  if (mine === latest) {
    count = page.total
    for (const subscriber of subscribers) subscriber()
  }
  return page
}
