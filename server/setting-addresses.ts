import { readFileSync } from 'node:fs'
import { ConfigError, type Setting } from './setting-values.ts'

/*
 * The forms of addresses of outside services, and of the shop itself. Each function throws a ConfigError for an invalid
 * value, and passes an unset one through.
 */

/** For an address that begins correctly. */
const unreadable = (name: string) =>
  new ConfigError(
    `${name} cannot be read: in user and password each / ? # @ : % must be escaped (%2F %3F %23 %40 %3A %25), and a port is at most 65535.`,
  )

/** A URL of one of these protocols; `wrong` is the error for an unreadable one. */
function url([name, value]: Setting, protocols: string[], wrong = unreadable(name)): URL | undefined {
  if (value === undefined) return undefined
  if (!protocols.some((protocol) => value.toLowerCase().startsWith(`${protocol}//`)))
    throw new ConfigError(
      `${name} must be an address that begins with ${protocols.map((p) => `${p}//`).join(' or ')}.`,
    )
  const read = URL.parse(value)
  if (!read) throw wrong
  return read
}

/** The protocol, host and port of a site, in the form that browsers write them. */
export function origin(setting: Setting): string | undefined {
  const [name] = setting
  const wrong = new ConfigError(`${name} must be only protocol, host and port, like https://shop.example.`)
  const read = url(setting, ['http:', 'https:'], wrong)
  if (!read) return undefined
  const { origin, hostname, pathname, search, hash, username, password } = read
  if (pathname !== '/' || search || hash || username || password) throw wrong
  // A host with a * can be parsed, but no browser has it open.
  if (/[*,]/.test(hostname)) throw wrong
  return origin
}

/**
 * The address of a PostgreSQL server. A password with unescaped special characters would otherwise end early, and name
 * another host or path.
 */
export function postgres(setting: Setting): string | undefined {
  const [name, value] = setting
  const read = url(setting, ['postgres:', 'postgresql:'])
  if (!read) return undefined
  if (!isWhole(read)) throw unreadable(name)
  if ([...read.searchParams.keys()].some((key) => /^ssl/i.test(key) && !OF_TLS.includes(key)))
    throw new ConfigError(`${name} can have these TLS parameters: ${OF_TLS.join(', ')}.`)
  requireCertificates(name, read.searchParams)
  return value
}

/** The driver's parameters for encryption. It ignores a misspelt one, and then sends everything without TLS. */
const OF_TLS = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'sslnegotiation', 'ssl']

/** The driver reads these files at each connection, and its error names no setting. */
function requireCertificates(name: string, searchParams: URLSearchParams): void {
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

function isWhole({ username, password, pathname, search, hash }: URL): boolean {
  try {
    decodeURIComponent(`${username}:${password}${pathname}`)
    // In the value of a parameter it has no special meaning.
    return !pathname.includes('@') && !/^[^=]*@/.test(search) && hash === ''
  } catch {
    return false
  }
}

const FLAG = /^(true|false)$/
const NUMBER = /^\d+$/
const TEXT = /./
/**
 * The allowed parameters of a mail server's address, as Nodemailer spells them: it takes any name for a setting of its
 * own, so that it ignores a misspelt one, and sends without TLS what should have had it.
 */
const OF_SMTP = new Map<string, RegExp>([
  ['requireTLS', FLAG],
  ['ignoreTLS', FLAG],
  ['opportunisticTLS', FLAG],
  ['tls.rejectUnauthorized', FLAG],
  ['tls.minVersion', /^TLSv1(\.[123])?$/],
  ['tls.ciphers', TEXT],
  ['tls.servername', TEXT],
  ['name', TEXT],
  ['localAddress', TEXT],
  ['authMethod', TEXT],
  ['connectionTimeout', NUMBER],
  ['greetingTimeout', NUMBER],
  ['socketTimeout', NUMBER],
  ['dnsTimeout', NUMBER],
])

/** The address of a mail server: a host, and how to talk to it. Answers it as it is, for its group. */
export function smtpServer(setting: Setting): Setting {
  const [name] = setting
  const read = url(setting, ['smtp:', 'smtps:'])
  if (!read) return setting
  if (!isWhole(read)) throw unreadable(name)
  const { hostname, pathname, searchParams } = read
  if (!hostname || pathname.length > 1)
    throw new ConfigError(`${name} must name a host and no path, like smtp://mail.example.com:587.`)
  for (const [key, given] of searchParams)
    if (!OF_SMTP.get(key)?.test(given) || searchParams.getAll(key).length > 1)
      throw new ConfigError(
        `${name} can have these parameters, each once and with a valid value: ${[...OF_SMTP.keys()].join(', ')}.`,
      )
  return setting
}

/** The address of a store of buckets: some are reached below a path. Answers it as it is, for its group. */
export function s3Endpoint(setting: Setting): Setting {
  const [name] = setting
  const wrong = new ConfigError(
    `${name} must be only protocol, host, port and path, like https://s3.example.`,
  )
  const read = url(setting, ['http:', 'https:'], wrong)
  if (read?.search || read?.hash || read?.username || read?.password) throw wrong
  return setting
}

/** The name of a bucket, as S3 takes it. Answers it as it is, for its group. */
export function bucket(setting: Setting): Setting {
  const [name, value] = setting
  if (value !== undefined && !/^[a-z0-9.-]{3,63}$/.test(value))
    throw new ConfigError(`${name} must be 3 to 63 lower-case letters, digits, dots and hyphens.`)
  return setting
}
