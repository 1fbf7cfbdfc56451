import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Creates a folder and its parents; answers which of them it has created. One by one, because Node's own `recursive`
 * never ends in an existing folder that accepts none, such as /proc.
 */
export function makeFolder(folder: string, mode?: number): string[] {
  if (isFolder(folder)) return []
  const made = makeFolder(dirname(folder), mode)
  try {
    mkdirSync(folder, mode)
  } catch (error) {
    // Another process may have created it just now.
    if (isFolder(folder)) return made
    throw error
  }
  return [...made, folder]
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
