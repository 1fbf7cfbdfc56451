import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inPackages, root, runtime } from './places.mjs'
import { quietly } from './quietly.mjs'

/** Installs the packages of package-lock.json, unless they are installed: by this or by `npm ci`. */
export async function installPackages() {
  const reason = whyInstall()
  if (!reason) return
  // On Windows the Node that runs this may be one of the packages: it cannot be deleted, but it can stay.
  const verb = process.platform === 'win32' && existsSync(inPackages()) ? 'install' : 'ci'
  const [command, ...args] = npm()
  await quietly(`Installing packages (${reason})…`, command, [...args, verb, '--include=dev'], {
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
 * Whether `installed`, npm's own record of what it put into node_modules, is what `wanted`, the lockfile,
 * asks for on this machine. Packages for other platforms are wanted as optional and not installed.
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

/** Reads package.json's `os` and `cpu`: names, or names that are ruled out by a leading `!`. */
function allows(list, name) {
  if (!list?.length) return true
  if (list.includes(`!${name}`)) return false
  return list.includes(name) || list.includes('any') || list.every((entry) => entry.startsWith('!'))
}

/** The npm that runs this, by the Node that runs it: the one on the path may lie in node_modules. */
function npm() {
  const script = process.env.npm_execpath
  if (!script?.endsWith('npm-cli.js')) return ['npm']
  return [process.env.npm_node_execpath ?? process.execPath, script]
}
