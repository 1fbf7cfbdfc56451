// npm start: installs and builds what is missing, then runs the shop.
import './require-node.mjs'

const { buildPages } = await import('./build-pages.mjs')
const { compileServer } = await import('./compile-server.mjs')
const { installPackages } = await import('./install-packages.mjs')
const { runServer } = await import('./run-server.mjs')

try {
  await installPackages()
  await buildPages()
  await compileServer()
  process.exitCode = await runServer([])
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
