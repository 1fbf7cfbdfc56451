// npm start: installs and builds what is missing, then runs the shop.
import './require-node.mjs'

const { buildPages } = await import('./build-pages.mjs')
const { buildServer } = await import('./build-server.mjs')
const { installPackages } = await import('./install-packages.mjs')
const { program } = await import('./places.mjs')
const { runServer } = await import('./run-server.mjs')

try {
  await installPackages()
  await buildPages()
  await buildServer()
  process.exitCode = await runServer([program])
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
