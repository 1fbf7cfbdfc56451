/** Subscribers to a change. `follow` returns the unsubscribe function, as useSyncExternalStore needs it. */
export function createFollowers() {
  const followers = new Set<() => void>()
  return {
    tell(): void {
      for (const follower of followers) follower()
    },
    follow(follower: () => void): () => void {
      followers.add(follower)
      return () => followers.delete(follower)
    },
  }
}
