type BoundedCache<T> = {
  get(name: string): T | undefined
  /** Whether it is cached, or marked. */
  knows(name: string): boolean
  /** Remembers that it was asked for, without caching anything: millions of names may never be asked for again. */
  mark(name: string): void
  put(name: string, thing: T, bytes: number): void
  remove(name: string): void
}

/** An entry without a thing is a mark. */
type Things<T> = Map<string, { thing: T | undefined; bytes: number }>

/** The memory of an entry beside its name's characters, roughly. */
const MARK_BYTES = 300

/**
 * A cache of at most `mostBytes`, in two halves. New things, and those that are asked for, are in the recent half. When
 * that is full it becomes the old one, and whatever was left in the old one is dropped.
 *
 * This is not a map in the order of use: moving an entry to the end deletes it, and deleted entries slow the map down
 * until it is rebuilt, which is noticeable after thirty thousand targets.
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

  /** Finds a thing, and makes it recent again. */
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
