// npm run screenshots: a picture of every screen, at three widths, light and dark, in .cache/screenshots with an
// index.html. Fails when a page logs an error, is wider than the screen or not accessible (axe), or a route has no
// picture.
//
//   npm run screenshots                    every screen
//   npm run screenshots -- payment drawer  those whose names contain one of these
import './require-node.mjs'
import { fileURLToPath } from 'node:url'

const { installPackages } = await import('./install-packages.mjs')
const { buildPages } = await import('./build-pages.mjs')
const { getChromium } = await import('./get-chromium.mjs')
const { runStep } = await import('./run-step.mjs')

try {
  await installPackages()
  await buildPages()
  const takeAll = fileURLToPath(new URL('screenshots/take-all.ts', import.meta.url))
  process.exitCode = await runStep([takeAll, ...process.argv.slice(2)], {
    CHROMIUM_PATH: await getChromium(),
  })
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
