import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder and those that it is in; answers which of them it has made. One by one: Node's own `recursive` never
 * ends where a folder that is there takes none, as /proc.
 */
export function makeFolder(folder: string, mode?: number): string[] {
  if (isFolder(folder)) return []
  const made = makeFolder(dirname(folder), mode)
  try {
    mkdirSync(folder, mode)
  } catch (error) {
    // Another process may have made it just now.
    if (isFolder(folder)) return made
    throw error
  }
  return [...made, folder]
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
