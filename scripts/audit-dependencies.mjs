// npm run audit-dependencies: lists the faults in how the project pins its dependencies, and known advisories. Exits
// with 1 if there is either; an unreachable registry is reported, but is no fault. It needs no package, so it can run
// before anything is installed.
import './require-node.mjs'
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findDependencyFaults, findHiddenScripts } from './dependency-faults.mjs'
import { root } from './paths.mjs'

const read = (...path) => JSON.parse(readFileSync(join(root, ...path), 'utf8'))

function findFaults() {
  const manifest = read('package.json')
  const locked = read('package-lock.json').packages
  const installed = Object.keys(locked)
    .filter((path) => path !== '' && existsSync(join(root, path, 'package.json')))
    .map((path) => [path, read(path, 'package.json')])
  return [...findDependencyFaults(manifest, locked), ...findHiddenScripts(manifest, installed)]
}

/** Known advisories, one per line; or why nothing is known of them. */
function findAdvisories() {
  const { stdout, stderr, error } = spawnSync('npm', ['audit', '--json'], {
    cwd: root,
    encoding: 'utf8',
    timeout: 60_000,
    shell: process.platform === 'win32',
  })
  const answer = parse(stdout)
  if (!answer?.vulnerabilities) return { unknown: error?.message ?? answer?.message ?? stderr.trim() }
  return Object.entries(answer.vulnerabilities).map(([name, { severity, range, via }]) => {
    const why = via.map((one) => (typeof one === 'string' ? one : `${one.title} ${one.url}`)).join('; ')
    return `${name} ${range}: ${severity}: ${why}`
  })
}

function parse(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const faults = findFaults()
const advisories = findAdvisories()
for (const line of faults) console.log(`Fault: ${line}.`)
if (faults.length === 0)
  console.log('Versions are exact, locked with their hashes, and install scripts are those allowed.')
if (advisories.unknown) console.log(`Nothing is known of advisories: ${advisories.unknown}`)
else if (advisories.length === 0) console.log('No advisory is known for any package.')
else for (const line of advisories) console.log(`Advisory: ${line}`)
process.exitCode = faults.length > 0 || advisories.length > 0 ? 1 : 0
