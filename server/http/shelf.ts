export type Shelf<T> = {
  get(name: string): T | undefined
  put(name: string, thing: T, bytes: number): void
  remove(name: string): void
}

/** Keeps as many things as have place in so many bytes; those that nobody has asked for longest go first. */
export function createShelf<T>({ mostBytes }: { mostBytes: number }): Shelf<T> {
  const things = new Map<string, { thing: T; bytes: number }>()
  let taken = 0

  function remove(name: string): void {
    taken -= things.get(name)?.bytes ?? 0
    things.delete(name)
  }

  return {
    get(name) {
      const found = things.get(name)
      if (!found) return undefined
      // A map is in the order in which things were put into it.
      things.delete(name)
      things.set(name, found)
      return found.thing
    },
    put(name, thing, bytes) {
      remove(name)
      things.set(name, { thing, bytes })
      taken += bytes
      for (const oldest of things.keys()) {
        if (taken <= mostBytes) return
        remove(oldest)
      }
    },
    remove,
  }
}
