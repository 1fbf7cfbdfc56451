import { inStorage } from '../storage.ts'

/**
 * A number for each history entry, stored in this tab under `name`, like the router's scroll positions, so that it
 * survives a reload.
 */
export function numberByEntry(name: string) {
  const kept = () => Object.entries<number>(JSON.parse(sessionStorage.getItem(name) ?? '{}'))
  const numbers = new Map(inStorage(kept))
  return {
    get: (place: string) => numbers.get(place),
    set(place: string, value: number): void {
      if (numbers.get(place) === value) return
      numbers.set(place, value)
      inStorage(() => sessionStorage.setItem(name, JSON.stringify(Object.fromEntries(numbers))))
    },
  }
}
