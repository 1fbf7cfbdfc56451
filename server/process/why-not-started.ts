import { ConfigError } from '../config.ts'
import { codeOf, findDatabaseAway } from '../database/database-away.ts'
import { RIGHTS_NEEDED } from '../database/require-suitable.ts'
import { DatabaseUnusable } from '../database/wait-for-database.ts'
import { ImageStoreUnavailable } from '../outside/image-store.ts'

/** Whose words are for whoever starts the shop. The demonstration's pictures are kept as it starts. */
const TOLD = [ConfigError, DatabaseUnusable, ImageStoreUnavailable]
/** No leave to make something. */
const NOT_ALLOWED = '42501'
/** Somebody keeps a table: see migrate. */
const TABLE_KEPT = '55P03'

/**
 * Why the shop could not start, for whoever started it: one line where that is something they can change, and the stack
 * of what is a fault of the shop. `port` is the one that was to be listened at, once that is known.
 */
export function whyNotStarted(error: unknown, port: number | undefined): string {
  if (!(error instanceof Error)) return String(error)
  const { message, stack, code, syscall } = error as NodeJS.ErrnoException
  if (TOLD.some((kind) => error instanceof kind)) return message
  // Of a worker these are told by another process, in words that name neither address nor port.
  if (syscall === 'listen' || syscall === 'bind') {
    if (code === 'EADDRINUSE') return `PORT ${port} is taken by another program (${code}).`
    if (code === 'EACCES')
      return `PORT ${port} may not be opened by this user (${code}): take one from 1024 on, with a proxy before it.`
  }
  if (code === NOT_ALLOWED) return `The database cannot be used: ${message}. ${RIGHTS_NEEDED}`
  if (code === TABLE_KEPT)
    return 'The database cannot be migrated while something reads or writes for long, such as a backup: start again when that has ended.'
  // It answered first, and left: its connections are taken, or it ends. A file that is missing has the code of a socket.
  const away = findDatabaseAway(error)
  if (away && !('path' in away)) return `The database cannot be used: ${away.message || codeOf(away)}.`
  return stack ?? message
}
