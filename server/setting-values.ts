import { accessSync, constants, existsSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from './make-folder.ts'

/* The forms of settings. Each function throws a ConfigError for an invalid value, and passes an unset one through. */

/** One line that says which setting, or what else around the shop, is wrong and what it must be. */
export class ConfigError extends Error {}

/** Its name, for error messages, and its value. */
export type Setting = readonly [name: string, value: string | undefined]

/** A whole number within bounds. */
export function number([name, value]: Setting, least: number, most: number): number | undefined {
  if (value === undefined) return undefined
  if (!/^\d+$/.test(value) || Number(value) < least || Number(value) > most)
    throw new ConfigError(`${name} must be a whole number from ${least} to ${most}, not "${value}".`)
  return Number(value)
}

/** Yes or no, written 1 or 0. */
export function flag([name, value]: Setting): boolean | undefined {
  if (value === undefined) return undefined
  if (value !== '1' && value !== '0') throw new ConfigError(`${name} must be 1 or 0, not "${value}".`)
  return value === '1'
}

const ADDRESS = String.raw`[^\s@,;:<>()"]+@[^\s@,;:<>()"]+`
const NAME = String.raw`"(?<quoted>[^"<>\\]*)"|(?<plain>[^"<>@,;:]*)`
const SENDER = new RegExp(String.raw`^(?:(?:${NAME})\s*<(?<named>${ADDRESS})>|(?<alone>${ADDRESS}))$`)

/** Exactly one mailbox: `shop@example.com`, or a name and then the address in angle brackets. */
export function sender(setting: string, value: string): { name: string; address: string } {
  const { quoted, plain = '', named, alone } = SENDER.exec(value)?.groups ?? {}
  const address = named ?? alone
  if (!address)
    throw new ConfigError(`${setting} must be one address: shop@example.com, or Shop <shop@example.com>.`)
  return { name: (quoted ?? plain).trim(), address }
}

/** Creates a folder if there is none; it and the existing folders in it must be writable. */
export function requireFolder(name: string, folder: string, within: string[]): void {
  try {
    makeFolder(folder)
    for (const each of [folder, ...within.map((one) => join(folder, one)).filter(existsSync)])
      accessSync(each, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new ConfigError(`${name} cannot be written: ${(error as Error).message}`)
  }
}

/** Settings that only make sense together: all of them, or none. */
export function group<K extends string>(what: string, parts: Record<K, Setting>) {
  const entries = Object.entries(parts) as [K, Setting][]
  const missing = entries.filter(([, [, value]]) => !value).map(([, [name]]) => name)
  if (missing.length === entries.length) return undefined
  if (missing.length > 0) throw new ConfigError(`${what} is half set: ${missing.join(', ')} is missing.`)
  return Object.fromEntries(entries.map(([key, [, value]]) => [key, value])) as Record<K, string>
}
