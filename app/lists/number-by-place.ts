import { inStorage } from '../storage.ts'

/**
 * A number for each place in the history. This tab keeps them under `name`, as the router does how far somebody has
 * scrolled there, for whoever loads a page again.
 */
export function numberByPlace(name: string) {
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
