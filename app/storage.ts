/**
 * What is read from, or done to, the browser's storage. A browser that lets no site keep anything throws where it is
 * named, and one that is full where something is written: nothing is kept then, and all else goes on.
 */
export function inStorage<T>(ask: () => T): T | undefined {
  try {
    return ask()
  } catch {
    return undefined
  }
}
