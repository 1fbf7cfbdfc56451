// npm run build: installs what is missing, then builds the pages and the server, unless what is built is of the same
// files. `npm start` builds the same way, so it builds nothing again.
import './require-node.mjs'

const { buildPages } = await import('./build-pages.mjs')
const { buildServer } = await import('./build-server.mjs')
const { whenInstalled } = await import('./when-installed.mjs')

await whenInstalled(async () => {
  await buildPages()
  await buildServer()
})
