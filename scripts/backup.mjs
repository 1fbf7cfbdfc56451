// npm run backup -- <folder>: writes all data of the shop into a new folder (server/backup.ts).
import { runCommand, typedFolder } from './run-command.mjs'

await runCommand('server/backup.ts', typedFolder())
