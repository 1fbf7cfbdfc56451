import { mkdirSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { DEMO_PASSWORD } from '#server/demo/people.ts'
import { startShop } from '../../tests/support/shop.ts'
import { writeContactSheet } from './contact-sheet.ts'
import { findMissingRoutes } from './find-missing-routes.ts'
import type { Role } from './screen.ts'
import { screens } from './screens.ts'
import { type Taken, takePictures } from './take-picture.ts'

// Run by scripts/screenshots.mjs, in the project's folder. The shop and the browser end with this process.
const folder = join('.cache', 'screenshots')
const ARGS = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
]
const names = process.argv.slice(2)
const unknown = names.filter((part) => !screens.some(({ name }) => name.includes(part)))
if (unknown.length > 0) {
  console.error(
    `No screen has "${unknown[0]}" in its name: they are ${screens.map(({ name }) => name).join(', ')}.`,
  )
  process.exit(2)
}
const chosen = screens.filter(({ name }) => names.length === 0 || names.some((part) => name.includes(part)))

const missing = findMissingRoutes(screens)
for (const route of missing) console.error(`The route ${route} has no screenshot: see scripts/screenshots/.`)

console.log('Starting a shop with demo data…')
const shop = await startShop()
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH,
  chromiumSandbox: process.getuid?.() !== 0,
  args: [...ARGS, '--disable-gpu', '--no-first-run'],
})

try {
  const taken = await takeAll(browser)
  writeContactSheet(folder, taken)
  console.log(`${taken.flatMap(({ files }) => files).length} pictures: ${join(folder, 'index.html')}`)
  if (missing.length > 0 || taken.some(({ problems }) => problems.length > 0)) process.exitCode = 1
} finally {
  await browser.close()
  await shop.stop()
}

async function takeAll(browser: Browser): Promise<Taken[]> {
  if (names.length === 0) rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const roles = [...new Set(chosen.flatMap(({ as }) => as ?? []))]
  const sessions = new Map(
    await Promise.all(roles.map(async (role) => [role, await sessionOf(role)] as const)),
  )
  const queue = [...chosen]
  const taken: Taken[] = []
  const work = async () => {
    for (let screen = queue.shift(); screen; screen = queue.shift()) {
      const signedIn = screen.as && sessions.get(screen.as)
      const one = await takePictures(browser, screen, { folder, baseURL: shop.url, signedIn })
      taken.push(one)
      console.log(`${taken.length}/${chosen.length} ${screen.name}`)
      for (const problem of one.problems) console.error(`  ${screen.name} ${problem}`)
    }
  }
  await Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, work))
  return taken.sort((one, other) => chosen.indexOf(one.screen) - chosen.indexOf(other.screen))
}

/** The cookies and the token of a person of the demo data who has signed in. */
async function sessionOf(role: Role) {
  const context = await browser.newContext({ baseURL: shop.url })
  const account = { email: `${role}@clamshell.test`, password: DEMO_PASSWORD }
  const answer = await context.request.post('/auth/sign-in/email', { data: account })
  if (!answer.ok()) throw new Error(`${account.email} could not sign in: ${await answer.text()}`)
  const page = await context.newPage()
  await page.goto('/login')
  await page.waitForFunction(() => localStorage.getItem('accessToken'))
  const state = await context.storageState()
  await context.close()
  return state
}
