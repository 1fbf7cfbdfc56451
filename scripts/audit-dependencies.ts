import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findDependencyFaults, findHiddenScripts, type Packages } from './dependency-faults.ts'

/*
 * `npm run audit-dependencies`: says what is wrong with what the project depends on, and which of it is known to
 * be unsafe. Ends with 1 where there is either; that the registry cannot be asked is said, and is no fault.
 */

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (...path: string[]) => JSON.parse(readFileSync(join(root, ...path), 'utf8'))

function findFaults(): string[] {
  const manifest = read('package.json')
  const locked: Packages = read('package-lock.json').packages
  const installed = Object.keys(locked)
    .filter((path) => path !== '' && existsSync(join(root, path, 'package.json')))
    .map((path): [string, object] => [path, read(path, 'package.json')])
  return [...findDependencyFaults(manifest, locked), ...findHiddenScripts(manifest, installed)]
}

type Advisory = { title?: string; url?: string }
type Report = {
  vulnerabilities?: Record<string, { severity: string; range: string; via: (Advisory | string)[] }>
}

/** Known advisories, each in a line; undefined where the registry does not answer. */
function findAdvisories(): string[] | undefined {
  const { stdout } = spawnSync('npm', ['audit', '--json'], {
    cwd: root,
    encoding: 'utf8',
    timeout: 60_000,
    shell: process.platform === 'win32',
  })
  try {
    const { vulnerabilities }: Report = JSON.parse(stdout)
    if (!vulnerabilities) return undefined
    return Object.entries(vulnerabilities).map(([name, { severity, range, via }]) => {
      const why = via.map((one) => (typeof one === 'string' ? one : `${one.title} ${one.url}`)).join('; ')
      return `${name} ${range}: ${severity}: ${why}`
    })
  } catch {
    return undefined
  }
}

const faults = findFaults()
const advisories = findAdvisories()
const say = (line: string) => void process.stdout.write(`${line}\n`)
for (const line of faults) say(`Fault: ${line}.`)
for (const line of advisories ?? []) say(`Advisory: ${line}`)
if (faults.length === 0)
  say('Versions are exact, locked with their hashes, and install scripts are those allowed.')
if (!advisories) say('The registry did not answer, so that nothing is known of advisories. Try again later.')
else if (advisories.length === 0) say('No advisory is known for any package.')
process.exitCode = faults.length + (advisories?.length ?? 0) > 0 ? 1 : 0
