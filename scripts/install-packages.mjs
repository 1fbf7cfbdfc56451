import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inPackages, root, runtime } from './paths.mjs'
import { runQuietly } from './run-quietly.mjs'

/** Installs the packages of package-lock.json, unless this or `npm ci` has installed them already. */
export async function installPackages() {
  const reason = whyInstall()
  if (!reason) return
  // On Windows the running Node may be one of these packages: `ci` could not delete it, but `install` leaves it.
  const verb = process.platform === 'win32' && existsSync(inPackages()) ? 'install' : 'ci'
  const [command, ...args] = npm()
  await runQuietly(`Installing packages (${reason})…`, command, [...args, verb, '--include=dev'], {
    shell: command === 'npm' && process.platform === 'win32',
  })
  if (!existsSync(runtime)) {
    throw new Error(
      `${runtime} is missing: packages were installed without their install scripts. Run: npm ci --ignore-scripts=false`,
    )
  }
}

function whyInstall() {
  const record = inPackages('.package-lock.json')
  if (!existsSync(record) || !existsSync(runtime)) return 'first time only'
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages
  return packagesMatch(wanted, installed) ? undefined : 'package-lock.json has changed'
}

/**
 * Whether `installed`, npm's own record of node_modules, matches `wanted`, the lockfile, on this machine. Packages for
 * other platforms are optional in the lockfile and not installed.
 */
function packagesMatch(wanted, installed, { platform, arch } = process) {
  for (const [path, { version, integrity, optional }] of Object.entries(wanted)) {
    if (path === '') continue
    const found = installed[path]
    if (!found && !optional) return false
    if (found && (found.version !== version || found.integrity !== integrity)) return false
  }
  return Object.entries(installed).every(
    ([path, { os, cpu }]) => wanted[path] && allows(os, platform) && allows(cpu, arch),
  )
}

/** Reads package.json's `os` and `cpu`: names, or excluded names with a leading `!`. */
function allows(list, name) {
  if (!list?.length) return true
  if (list.includes(`!${name}`)) return false
  return list.includes(name) || list.includes('any') || list.every((entry) => entry.startsWith('!'))
}

/** The npm that runs this script, through the running Node: the one on the path may be in node_modules. */
function npm() {
  const script = process.env.npm_execpath
  if (!script?.endsWith('npm-cli.js')) return ['npm']
  return [process.env.npm_node_execpath ?? process.execPath, script]
}
