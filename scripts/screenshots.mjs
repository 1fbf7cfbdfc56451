// npm run screenshots: takes a picture of every screen, at three widths, light and dark, into .cache/screenshots with
// an index.html. Fails if a page logs an error, is wider than the screen or not accessible (axe), or a route has no
// picture.
//
//   npm run screenshots                    every screen
//   npm run screenshots -- payment drawer  screens whose names contain one of these
import './require-node.mjs'
import { fileURLToPath } from 'node:url'

const { buildPages } = await import('./build-pages.mjs')
const { buildServer } = await import('./build-server.mjs')
const { getChromium } = await import('./get-chromium.mjs')
const { runStep } = await import('./run-step.mjs')
const { whenInstalled } = await import('./when-installed.mjs')

await whenInstalled(async () => {
  await buildPages()
  await buildServer()
  const takeAll = fileURLToPath(new URL('screenshots/take-all.ts', import.meta.url))
  return runStep([takeAll, ...process.argv.slice(2)], { CHROMIUM_PATH: await getChromium() })
})
