type BoundedCache<T> = {
  get(name: string): T | undefined
  put(name: string, thing: T, bytes: number): void
  remove(name: string): void
}

type Things<T> = Map<string, { thing: T; bytes: number }>

/**
 * Keeps things that are asked for, in at most `mostBytes`. New ones, and those that somebody asks for, stand in the
 * recent half. When that is full it becomes the old one, and whatever was left in the old one goes.
 *
 * Not a map in the order of asking: to move an entry to the end deletes it, and what was deleted stays in the way until
 * the map is rebuilt: after thirty thousand targets that is slow.
 */
export function createBoundedCache<T>({ mostBytes }: { mostBytes: number }): BoundedCache<T> {
  const half = mostBytes / 2
  let recent: Things<T> = new Map()
  let former: Things<T> = new Map()
  /** Bytes in the recent half. */
  let taken = 0

  function put(name: string, thing: T, bytes: number): void {
    if (bytes > half) return void remove(name)
    const more = bytes - (recent.get(name)?.bytes ?? 0)
    if (taken + more <= half) taken += more
    else {
      former = recent
      recent = new Map()
      taken = bytes
    }
    recent.set(name, { thing, bytes })
  }

  function remove(name: string): void {
    taken -= recent.get(name)?.bytes ?? 0
    recent.delete(name)
    former.delete(name)
  }

  return {
    get(name) {
      const found = recent.get(name)
      if (found) return found.thing
      const old = former.get(name)
      if (old) put(name, old.thing, old.bytes)
      return old?.thing
    },
    put,
    remove,
  }
}
