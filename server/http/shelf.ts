export type Shelf<T> = {
  get(name: string): T | undefined
  put(name: string, thing: T, bytes: number): void
  remove(name: string): void
}

type Things<T> = Map<string, { thing: T; bytes: number }>

/**
 * Keeps things that are asked for, in so many bytes at most. New ones, and those that somebody asks for, stand on one half;
 * when that is full it becomes the other one, and whatever nobody asked for since the last time goes.
 *
 * No thing is put anew into its place in a map each time that it is asked for, although maps have an order: what was
 * deleted stays in the way until a map is full, and after thirty thousand addresses that is a long way.
 */
export function createShelf<T>({ mostBytes }: { mostBytes: number }): Shelf<T> {
  const half = mostBytes / 2
  let recent: Things<T> = new Map()
  let former: Things<T> = new Map()
  /** What those on the recent half take. */
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
