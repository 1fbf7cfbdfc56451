// npm run admin -- someone@example.com: makes an account an admin (server/admin.ts).
import { spawnSync } from 'node:child_process'
import './require-node.mjs'

const { installPackages } = await import('./install-packages.mjs')
const { compiled, root, runtime } = await import('./places.mjs')

try {
  await installPackages()
  const command = ['--import', './server/lean-modules.ts', 'server/admin.ts', ...process.argv.slice(2)]
  const env = { NODE_COMPILE_CACHE: compiled, ...process.env }
  process.exitCode = spawnSync(runtime, command, { cwd: root, env, stdio: 'inherit' }).status ?? 1
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
