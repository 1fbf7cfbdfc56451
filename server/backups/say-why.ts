import { ConfigError } from '../config.ts'
import { BackupRefused } from './manifest.ts'

/** The line for whoever typed the command. What has neither code nor words of ours is a fault: its stack. */
export function sayWhy(error: unknown): string {
  if (error instanceof BackupRefused || error instanceof ConfigError) return error.message
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code, message, stack } = cause as Error & { code?: unknown }
    if (code === '42P01') return 'The shop has not been started on this database yet.'
    if (typeof code === 'string') return `It did not work: ${message || code}`
    if (!cause.cause) return /in use/.test(message) ? message : (stack ?? message)
  }
  return String(error)
}
