import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './paths.mjs'

/** Does `work`, unless it was done for the same `inputs` (files and folders of the project), hashed in `stamp`. */
export async function runIfChanged(inputs, stamp, work) {
  const wanted = hashFiles(root, inputs)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  rmSync(stamp, { force: true })
  await work()
  writeFileSync(stamp, wanted)
}

/** One hash of the names and contents of the files `inputs` in `folder`, and of all files in its folders. */
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
