import { channel } from 'node:diagnostics_channel'
import { type DestinationStream, type Logger, levels, pino } from 'pino'
import { currentRequest } from './http/request-context.ts'
import { createLogOutput } from './log-output.ts'

/** pino's number of the level `warn`. */
const WARN = 40

/** Where the level of each line that a person should see is published: its number, from `warn` on. */
export const alarms = channel('clamshell.alarms')

/**
 * The shop's log: one JSON line for each event, with the id of the request it belongs to. Errors are described in one
 * form here, without anything that people sent.
 */
export function createLog(level: string, destination: DestinationStream = createLogOutput(sayLost)): Logger {
  return pino(
    {
      level,
      base: undefined,
      timestamp: () => `,"time":"${logTime()}"`,
      mixin: (_line, level) => {
        if (level >= WARN) alarms.publish(level)
        const request = currentRequest()
        return request ? { id: request.id } : {}
      },
      serializers: { err: describeError },
    },
    destination,
  )
}

let second = 0
let untilSecond = ''

/** The time as it is logged. The part that is the same within a second is formatted once. */
export function logTime(): string {
  const now = Date.now()
  const ms = now % 1000
  if (now - ms !== second) {
    second = now - ms
    untilSecond = new Date(second).toISOString().slice(0, -'000Z'.length)
  }
  return `${untilSecond}${String(ms).padStart(3, '0')}Z`
}

/** The line that replaces lost ones. It belongs to no request, and is written at every level. */
function sayLost(lines: number): string {
  alarms.publish(levels.values.error)
  const msg = 'lines of the log could not be written'
  return `${JSON.stringify({ level: levels.values.error, time: logTime(), event: 'log-lost', lines, msg })}\n`
}

type Described = { type: string; message: string; code?: string; stack?: string; cause?: Described }

/** How deep causes are followed: an error may be its own cause. */
const MOST_CAUSES = 5

/**
 * Name, message, code and stack of an error, and of its causes. No other properties: the database's errors carry the
 * values of a query, the card provider's the whole answer.
 */
export function describeError(error: unknown, depth = 0): Described {
  if (!(error instanceof Error))
    return { type: typeof error, message: 'Something that is not an error was thrown.' }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line))
  return {
    type: error.constructor.name,
    message: withoutValues(error.message, code),
    ...(code && { code }),
    ...(frames?.length && { stack: frames.join('\n') }),
    ...(error.cause !== undefined && depth < MOST_CAUSES && { cause: describeError(error.cause, depth + 1) }),
  }
}

/** PostgreSQL's class of errors about invalid values, which their messages quote. */
const ABOUT_A_VALUE = /^22[0-9A-Z]{3}$/

/** An error's message without the values of the failed query, which Drizzle and PostgreSQL put there. */
export function withoutValues(message: string, code?: string): string {
  const words = message.replace(/\nparams:[\s\S]*$/, '')
  return code && ABOUT_A_VALUE.test(code) ? words.replace(/"[\s\S]*"/, '"…"') : words
}
