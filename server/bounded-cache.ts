type BoundedCache<T> = {
  get(key: string): T | undefined
  /** Whether it is cached, or marked. */
  has(key: string): boolean
  /** Remembers that it was asked for, without caching anything: millions of keys may never be asked for again. */
  mark(key: string): void
  set(key: string, value: T, bytes: number): void
  delete(key: string): void
}

/** An entry without a value is a mark. */
type Entries<T> = Map<string, { value: T | undefined; bytes: number }>

/** The memory of an entry beside its key's characters, roughly. */
const MARK_BYTES = 300

/**
 * A cache of at most `mostBytes`, in two halves. New entries, and those that are asked for, are in the recent half. When
 * that is full it becomes the old one, and whatever was left in the old one is dropped.
 *
 * This is not a map in the order of use: moving an entry to the end deletes it, and deleted entries slow the map down
 * until it is rebuilt, which is noticeable after thirty thousand targets.
 */
export function createBoundedCache<T>({ mostBytes }: { mostBytes: number }): BoundedCache<T> {
  const half = mostBytes / 2
  let recent: Entries<T> = new Map()
  let former: Entries<T> = new Map()
  /** Bytes in the recent half. */
  let taken = 0

  function set(key: string, value: T | undefined, bytes: number): void {
    if (bytes > half) return void remove(key)
    const more = bytes - (recent.get(key)?.bytes ?? 0)
    if (taken + more <= half) taken += more
    else {
      former = recent
      recent = new Map()
      taken = bytes
    }
    recent.set(key, { value, bytes })
  }

  function remove(key: string): void {
    taken -= recent.get(key)?.bytes ?? 0
    recent.delete(key)
    former.delete(key)
  }

  /** Finds an entry, and makes it recent again. */
  function find(key: string) {
    const found = recent.get(key)
    if (found) return found
    const old = former.get(key)
    if (old) set(key, old.value, old.bytes)
    return old
  }

  return {
    get: (key) => find(key)?.value,
    has: (key) => find(key) !== undefined,
    mark: (key) => set(key, undefined, MARK_BYTES + key.length),
    set,
    delete: remove,
  }
}
