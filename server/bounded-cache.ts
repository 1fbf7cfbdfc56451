type BoundedCache<T> = {
  get(name: string): T | undefined
  /** Whether it is kept, or marked. */
  knows(name: string): boolean
  /** Remembers that it was asked for, without keeping anything: millions may never be asked for again. */
  mark(name: string): void
  put(name: string, thing: T, bytes: number): void
  remove(name: string): void
}

/** Without a thing it is marked. */
type Things<T> = Map<string, { thing: T | undefined; bytes: number }>

/** What remembering a name takes beside its letters, as near as need be. */
const MARK_BYTES = 300

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

  function put(name: string, thing: T | undefined, bytes: number): void {
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

  /** Whatever is asked for is recent again. */
  function find(name: string) {
    const found = recent.get(name)
    if (found) return found
    const old = former.get(name)
    if (old) put(name, old.thing, old.bytes)
    return old
  }

  return {
    get: (name) => find(name)?.thing,
    knows: (name) => find(name) !== undefined,
    mark: (name) => put(name, undefined, MARK_BYTES + name.length),
    put,
    remove,
  }
}
