// npm run admin -- someone@example.com: makes an account an admin (server/admin.ts).
import { runCommand } from './run-command.mjs'

await runCommand('server/admin.ts', process.argv.slice(2))
