// npm run dev: installs what is missing, then runs the shop for development. A saved change to a page shows in the
// browser at once; a change in server/ or contract/ restarts the server.
import './require-node.mjs'

const { runServer } = await import('./run-server.mjs')
const { whenInstalled } = await import('./when-installed.mjs')

const WATCH = ['--watch', '--watch-preserve-output', '--watch-path=server', '--watch-path=contract']

await whenInstalled(() =>
  runServer([...WATCH, 'server/main.ts'], { ...process.env, NODE_ENV: 'development' }),
)
