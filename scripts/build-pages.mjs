import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inPackages, root, runtime } from './places.mjs'
import { quietly } from './quietly.mjs'

/** What the built pages depend on. */
const INPUTS = [
  'app',
  'contract',
  'public',
  'vite.config.ts',
  'react-router.config.ts',
  'package.json',
  'package-lock.json',
]

/** Builds the pages into build/, unless what is there was built from the same files. */
export async function buildPages() {
  const stamp = join(root, 'build', 'built-from')
  const wanted = hashFiles(root, INPUTS)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  rmSync(stamp, { force: true })
  await quietly('Building the pages…', runtime, [inPackages('@react-router', 'dev', 'bin.cjs'), 'build'], {
    env: { ...process.env, NODE_ENV: 'production' },
  })
  writeFileSync(stamp, wanted)
}

/** One hash over names and contents of the files `inputs` in `folder`, and of all files in its folders. */
export function hashFiles(folder, inputs) {
  const hash = createHash('sha256')
  for (const input of inputs.filter((name) => existsSync(join(folder, name)))) addTo(hash, folder, input)
  return hash.digest('hex')
}

function addTo(hash, folder, name) {
  const path = join(folder, name)
  if (statSync(path).isDirectory()) {
    for (const entry of readdirSync(path).sort()) addTo(hash, folder, `${name}/${entry}`)
  } else {
    const content = readFileSync(path)
    hash.update(`${name}\n${content.length}\n`).update(content)
  }
}
