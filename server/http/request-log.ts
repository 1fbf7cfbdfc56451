import { type DestinationStream, type Logger, levels, symbols } from 'pino'
import { logTime } from '../log.ts'

type Answered = {
  /** The request's ID. */
  id: string
  method: string
  path: string
  status: number
  ms: number
  user?: string | undefined
}

const LEVEL = levels.values.info

/**
 * Logs one line for each request: its id, its user, its answer. Never a query, a body or a header, and of the path only
 * what cannot be a secret or personal data. The line is written by hand to where the log writes: pino took more of the
 * time of a cached page than anything else of the shop's own.
 */
export function logRequest(log: Logger, { id, method, path, status, user, ms }: Answered): void {
  if (!log.isLevelEnabled('info')) return
  const who = user === undefined ? '' : `"user":${JSON.stringify(user)},`
  const what = `"method":"${method}","path":${JSON.stringify(maskPath(path))},"status":${status},"ms":${Math.round(ms)}`
  destinationOf(log).write(
    `{"level":${LEVEL},"time":"${logTime()}","id":"${id}","event":"request",${who}${what}}\n`,
  )
}

const destinationOf = (log: Logger) =>
  (log as unknown as Record<symbol, DestinationStream>)[symbols.streamSym as symbol]!

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** Words and short ids: nothing that could be an e-mail address, and too short for a token. */
const PLAIN = /^[\w.~-]{0,40}$/
/** Card and phone numbers, also in groups. */
const MANY_DIGITS = /(?:\d[._~-]*){5}/
const MOST_SEGMENTS = 8
/** Nothing but words, as most paths are: one test is enough. */
const WORDS = /^(?:\/[a-z_~-]{0,40}){1,7}$/i
/** A file of the build: its name, which may be long, eight characters of its hash, and its kind. */
const ASSET = /^\/assets\/[\w.-]{1,80}-[\w-]{8}\.[a-z\d]{2,5}$/i

/** The path with a star for every segment that is neither a plain word nor an id. */
export function maskPath(pathname: string): string {
  if (WORDS.test(pathname) || ASSET.test(pathname)) return pathname
  const segments = pathname.split('/', MOST_SEGMENTS)
  return segments
    .map((segment) => (UUID.test(segment) || (PLAIN.test(segment) && !isNumber(segment)) ? segment : '*'))
    .join('/')
}

/**
 * Whether a segment could be a number of a card or a phone. The id of an image is hexadecimal and may hold many digits
 * in a row, so a segment with a letter is none.
 */
const isNumber = (segment: string) => MANY_DIGITS.test(segment) && !/[a-z]/i.test(segment)
