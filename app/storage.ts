/**
 * Reads from or writes to the browser's storage. A browser that blocks storage throws on access, and a full one on
 * writing: then nothing is stored, and everything else goes on.
 */
export function inStorage<T>(ask: () => T): T | undefined {
  try {
    return ask()
  } catch {
    return undefined
  }
}
