import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../paths.mjs'
import { hashFiles } from '../run-if-changed.mjs'

const folder = join(root, '.cache', 'deep')
/** What the results depend on: when any of this changes, they are void. The scripts include the mutants. */
export const INPUTS = [
  ...['app', 'contract', 'public', 'scripts', 'server', 'tests'],
  ...['package.json', 'package-lock.json', 'tsconfig.json'],
  ...['react-router.config.ts', 'vite.config.ts', 'vitest.config.ts'],
]

/** What has been reached so far for the shop as it is now, by part. `again` discards it. */
export function openProgress({ again }) {
  const about = hashFiles(root, INPUTS)
  const known = readJson(join(folder, 'about.json'))
  if (again || known?.about !== about) rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'about.json'), JSON.stringify({ about }))
  return {
    folder,
    read: (part) => readJson(join(folder, `${part}.json`)),
    write: (part, result) => writeFileSync(join(folder, `${part}.json`), JSON.stringify(result)),
    file: (part) => join(folder, `${part}.json`),
  }
}

export function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
