/** Subscribers to a change. `subscribe` returns the unsubscribe function, as useSyncExternalStore needs it. */
export function createSubscribers() {
  const subscribers = new Set<() => void>()
  return {
    notify(): void {
      for (const subscriber of subscribers) subscriber()
    },
    subscribe(subscriber: () => void): () => void {
      subscribers.add(subscriber)
      return () => subscribers.delete(subscriber)
    },
  }
}
