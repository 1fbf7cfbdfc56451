import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The file that marks a folder as that of pictures. */
const MARK = '.clamshell'

/** All that a folder of pictures contains, besides its mark. */
export const listPictureFiles = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name !== MARK)
    .sort()

/**
 * Marks the folder of pictures in a data folder. A shop needs it if its database has laptops whose pictures have no
 * files, as those of tests: otherwise their disk would seem not to be mounted.
 */
export function withPictureFolder(dataDir: string): string {
  mkdirSync(join(dataDir, 'images'), { recursive: true })
  writeFileSync(join(dataDir, 'images', MARK), '')
  return dataDir
}
