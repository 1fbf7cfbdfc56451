import { accessSync, constants, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/*
 * How a setting may be written. Each of these throws a ConfigError where it is not, and passes on one that is unset.
 */

/** One line that says which setting, or what else around the shop, is wrong and what it must be. */
export class ConfigError extends Error {}

/** Of an address that begins as it must. */
const unreadable = (name: string) =>
  new ConfigError(
    `${name} cannot be read: in user and password each / ? # @ : % must be escaped (%2F %3F %23 %40 %3A %25), and a port is at most 65535.`,
  )

/** A whole number within bounds. */
export function number(name: string, value: string, least: number, most: number): number {
  if (!/^\d+$/.test(value) || Number(value) < least || Number(value) > most)
    throw new ConfigError(`${name} must be a whole number from ${least} to ${most}, not "${value}".`)
  return Number(value)
}

/** Yes or no, written 1 or 0. */
export function flag(name: string, value: string | undefined): boolean | undefined {
  if (value === undefined) return undefined
  if (value !== '1' && value !== '0') throw new ConfigError(`${name} must be 1 or 0, not "${value}".`)
  return value === '1'
}

/** An address of one of these protocols, as it was written. */
export function url(name: string, value: string | undefined, protocols: string[]): string | undefined {
  if (value === undefined) return undefined
  if (!protocols.some((protocol) => value.toLowerCase().startsWith(`${protocol}//`)))
    throw new ConfigError(
      `${name} must be an address that begins with ${protocols.map((p) => `${p}//`).join(' or ')}.`,
    )
  if (!URL.canParse(value)) throw unreadable(name)
  return value
}

/** The protocol, host and port of a site, in the form that browsers write them. */
export function origin(name: string, value: string | undefined): string | undefined {
  if (!url(name, value, ['http:', 'https:']) || !value) return undefined
  const { origin, pathname, search, hash, username, password } = new URL(value)
  if (pathname !== '/' || search || hash || username || password)
    throw new ConfigError(`${name} must be protocol, host and port alone, like https://shop.example.`)
  return origin
}

/** The address of a PostgreSQL. A password with characters that end it early would otherwise name another host or path. */
export function postgres(name: string, value: string | undefined): string | undefined {
  if (value === undefined) return undefined
  if (!/^postgres(ql)?:\/\//i.test(value))
    throw new ConfigError(`${name} must be an address that begins with postgres:// or postgresql://.`)
  if (!isWhole(value)) throw unreadable(name)
  requireCertificates(name, new URL(value))
  return value
}

/** The driver reads these files at each connection, and names no setting where it cannot. */
function requireCertificates(name: string, { searchParams }: URL): void {
  for (const parameter of ['sslrootcert', 'sslcert', 'sslkey']) {
    const file = searchParams.get(parameter)
    try {
      if (file) readFileSync(file)
    } catch (error) {
      throw new ConfigError(
        `${parameter} of ${name} names a file that cannot be read: ${(error as Error).message}`,
      )
    }
  }
}

function isWhole(value: string): boolean {
  try {
    const { username, password, pathname, search, hash } = new URL(value)
    decodeURIComponent(`${username}:${password}${pathname}`)
    // Within the value of a parameter it is nothing special.
    return !pathname.includes('@') && !/^[^=]*@/.test(search) && hash === ''
  } catch {
    return false
  }
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

/** Makes a folder where there is none; it and those in it that are there must be writable. */
export function requireFolder(name: string, folder: string, within: string[]): void {
  try {
    makeFolder(folder)
    for (const each of [folder, ...within.map((one) => join(folder, one)).filter(existsSync)])
      accessSync(each, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new ConfigError(`${name} cannot be written: ${(error as Error).message}`)
  }
}

/** One by one: Node's own `recursive` never ends where a folder that is there takes none, as /proc. */
function makeFolder(folder: string): void {
  if (isFolder(folder)) return
  makeFolder(dirname(folder))
  try {
    mkdirSync(folder)
  } catch (error) {
    // Another process that starts may have made it just now.
    if (!isFolder(folder)) throw error
  }
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

/** Settings that make sense together only: all of them, or none. */
export function group<K extends string>(what: string, parts: Record<K, [string, string | undefined]>) {
  const entries = Object.entries(parts) as [K, [string, string | undefined]][]
  const missing = entries.filter(([, [, value]]) => !value).map(([, [name]]) => name)
  if (missing.length === entries.length) return undefined
  if (missing.length > 0) throw new ConfigError(`${what} is half set: ${missing.join(', ')} is missing.`)
  return Object.fromEntries(entries.map(([key, [, value]]) => [key, value])) as Record<K, string>
}
