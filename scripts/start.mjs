// npm start: installs and builds what is missing, then runs the shop.
import './require-node.mjs'

const { buildPages } = await import('./build-pages.mjs')
const { buildServer } = await import('./build-server.mjs')
const { program } = await import('./paths.mjs')
const { runServer } = await import('./run-server.mjs')
const { whenInstalled } = await import('./when-installed.mjs')

await whenInstalled(async () => {
  await buildPages()
  await buildServer()
  return runServer([program])
})
