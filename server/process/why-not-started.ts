import { codeOf, findDatabaseAway } from '../database/database-away.ts'
import { RIGHTS_NEEDED } from '../database/require-suitable.ts'
import { DatabaseUnusable } from '../database/wait-for-database.ts'
import { ImageStoreUnavailable } from '../outside/image-store.ts'
import { ConfigError } from '../setting-values.ts'

/**
 * Errors whose messages are written for the person who starts the shop. The demonstration's pictures are stored at the
 * start, so the image store is one.
 */
const TOLD = [ConfigError, DatabaseUnusable, ImageStoreUnavailable]
const INSUFFICIENT_PRIVILEGE = '42501'
/** Somebody has a table locked: see migrate. */
const LOCK_NOT_AVAILABLE = '55P03'

/**
 * Why the shop could not start, for whoever started it: one line if it is something they can change, and the stack of a
 * fault of the shop. `port` is the one to listen on, if that is known.
 */
export function whyNotStarted(error: unknown, port: number | undefined): string {
  if (!(error instanceof Error)) return String(error)
  const { message, stack, code, syscall } = error as NodeJS.ErrnoException
  if (TOLD.some((kind) => error instanceof kind)) return message
  // For a worker these errors come from another process, with neither address nor port in the message.
  if (syscall === 'listen' || syscall === 'bind') {
    if (code === 'EADDRINUSE') return `PORT ${port} is in use by another program (${code}).`
    if (code === 'EACCES')
      return `PORT ${port} may not be opened by this user (${code}): use one from 1024 up, with a proxy in front of it.`
  }
  if (code === INSUFFICIENT_PRIVILEGE) return `The database cannot be used: ${message}. ${RIGHTS_NEEDED}`
  if (code === LOCK_NOT_AVAILABLE)
    return 'The database cannot be migrated during a long read or write, such as a backup: start again when that has ended.'
  // The database answered at first and then went away: its connections are used up, or it is shutting down. ENOENT is
  // the code of a missing file as well as of a missing socket.
  const away = findDatabaseAway(error)
  if (away && !('path' in away)) return `The database cannot be used: ${away.message || codeOf(away)}.`
  return stack ?? message
}
