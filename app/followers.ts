/** Whoever is to hear of a change. `follow` answers how to stop, as useSyncExternalStore asks for it. */
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
