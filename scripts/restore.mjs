// npm run restore -- <folder>: restores a backup into an empty shop (server/restore.ts).
import { runCommand, typedFolder } from './run-command.mjs'

await runCommand('server/restore.ts', typedFolder())
