import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { findChromium } from './find-chromium.mjs'
import { inPackages, runtime } from './paths.mjs'
import { runQuietly } from './run-quietly.mjs'

/** Debian's packages. Older releases, and distributions based on them, have only the second. */
const PACKAGES = ['chromium-headless-shell', 'chromium']
const HOW_TO_GO_ON =
  'There is no Chromium to run the browser tests with. Install one (Debian: apt-get install chromium-headless-shell), ' +
  'or set CHROMIUM_PATH to one; then run: npm test -- playwright'

/** The path of a Chromium that runs: an existing one, else one that this installs. Throws if it cannot. */
export async function getChromium() {
  const given = process.env.CHROMIUM_PATH
  if (given && !runs(given)) throw new Error(`CHROMIUM_PATH names ${given}, which does not run.`)
  for (const way of [findChromium, playwrightsOwn, installPackage, installPlaywrights]) {
    const path = await attempt(way)
    if (path && runs(path)) return path
  }
  throw new Error(HOW_TO_GO_ON)
}

async function attempt(way) {
  try {
    return await way()
  } catch (error) {
    console.error(error.message)
  }
}

/** Some systems have a `chromium` that only prints how to install the real one. */
function runs(path) {
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 30_000 }).status === 0
}

async function playwrightsOwn() {
  const { chromium } = await import(pathToFileURL(inPackages('playwright-core', 'index.mjs')).href)
  const path = chromium.executablePath()
  return existsSync(path) ? path : undefined
}

/** Installs the distribution's package on a Debian-like system, as root or by a sudo that needs no password. */
async function installPackage() {
  const succeeds = (command, ...args) => spawnSync(command, args, { stdio: 'ignore' }).status === 0
  if (!succeeds('apt-get', '--version')) return undefined
  const sudo = process.getuid() === 0 ? [] : ['sudo', '-n']
  if (sudo.length > 0 && !succeeds('sudo', '-n', 'true')) return undefined
  const aptGet = async (title, ...args) => {
    const [command, ...rest] = [...sudo, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...args]
    await runQuietly(title, command, rest)
  }
  await aptGet('Updating the package lists, for Chromium…', 'update')
  for (const name of PACKAGES) {
    await aptGet(`Installing ${name} by apt-get…`, 'install', '-y', '--no-install-recommends', name).catch(
      () => {},
    )
    const path = findChromium()
    if (path) return path
  }
}

async function installPlaywrights() {
  const cli = inPackages('@playwright', 'test', 'cli.js')
  await runQuietly("Downloading Playwright's Chromium…", runtime, [cli, 'install', 'chromium'])
  return playwrightsOwn()
}
