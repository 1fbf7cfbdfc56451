// npm run dev: installs what is missing, then runs the shop for working on it. Pages change in the browser
// as they are saved; a change in server/ or contract/ starts the server again.
import './require-node.mjs'

const { installPackages } = await import('./install-packages.mjs')
const { runServer } = await import('./run-server.mjs')

const WATCH = ['--watch', '--watch-preserve-output', '--watch-path=server', '--watch-path=contract']

try {
  await installPackages()
  process.exitCode = await runServer([...WATCH, 'server/main.ts'], {
    ...process.env,
    NODE_ENV: 'development',
  })
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
