/**
 * Chance that comes out the same each time: mulberry32, a small generator for things that need variety and
 * not secrecy.
 */
export function createRandom(seed: number) {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    /** From 0 up to, not including, 1. */
    next,
    between: (least: number, most: number): number => least + next() * (most - least),
    whole: (least: number, most: number): number => least + Math.floor(next() * (most - least + 1)),
    chance: (share: number): boolean => next() < share,
    pick: <T>(choices: readonly T[]): T => choices[Math.floor(next() * choices.length)]!,
    bytes: (length: number): Uint8Array => Uint8Array.from({ length }, () => Math.floor(next() * 256)),
    shuffled: <T>(items: readonly T[]): T[] => {
      const rest = [...items]
      for (let at = rest.length - 1; at > 0; at--) {
        const other = Math.floor(next() * (at + 1))
        ;[rest[at], rest[other]] = [rest[other]!, rest[at]!]
      }
      return rest
    },
  }
}
export type Random = ReturnType<typeof createRandom>

/** A seed out of a name, so that adding a thing changes no other (FNV-1a). */
export function seedOf(name: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < name.length; at++) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193)
  return hash >>> 0
}
