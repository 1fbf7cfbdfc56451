import { Problem } from '../problems.ts'

/**
 * No shape of the contract is nested deeper than three levels, or has more than a few dozen parts of a few tokens each.
 */
const MOST_DEPTH = 32
const MOST_SIGNS = 4_000
/** Names that are dangerous to programs which copy objects carelessly. No shape has them. */
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype'])

/** The structural characters of JSON, one at a time. */
const SIGN = /["{}[\],:]/g
const QUOTE = 34
const BACKSLASH = 92
const BYTE_ORDER_MARK = 0xfeff

/**
 * Refuses JSON that two parsers may read differently, or that is made to keep a parser busy: bytes that are not UTF-8,
 * a byte order mark, a duplicate name in an object, names with a meaning in JavaScript, thousands of parts, deep
 * nesting. The rest can be parsed as usual, which also finds out whether it is JSON at all. Problem: `bad-input`.
 */
export function requirePlainJson(bytes: ArrayBuffer | Uint8Array): string {
  const text = decode(bytes)
  /** The names so far in each open object, innermost last; undefined for a list. */
  const open: (Set<string> | undefined)[] = []
  let signs = 0
  let nameMayFollow = false
  SIGN.lastIndex = 0
  for (let found = SIGN.exec(text); found; found = SIGN.exec(text)) {
    const [sign] = found
    if (++signs > MOST_SIGNS) throw unreadable()
    if (sign === '"') {
      SIGN.lastIndex = endOfText(text, found.index)
      const known = open.at(-1)
      if (!nameMayFollow || !known) continue
      const name = readName(text.slice(found.index, SIGN.lastIndex))
      if (known.has(name) || FORBIDDEN.has(name)) throw unreadable()
      known.add(name)
    } else if (sign === '{' || sign === '[') {
      if (open.push(sign === '{' ? new Set() : undefined) > MOST_DEPTH) throw unreadable()
    } else if (sign === '}' || sign === ']') open.pop()
    nameMayFollow = sign === '{' || sign === ','
  }
  return text
}

function decode(bytes: ArrayBuffer | Uint8Array): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    if (text.charCodeAt(0) !== BYTE_ORDER_MARK) return text
  } catch {}
  throw unreadable()
}

/** Where the string that begins with the quote at `start` ends. */
function endOfText(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit === QUOTE) return at + 1
    if (unit === BACKSLASH) at++
  }
  throw unreadable()
}

/** `"\u006eame"` is the name `name`. */
function readName(typed: string): string {
  try {
    return JSON.parse(typed)
  } catch {
    throw unreadable()
  }
}

const unreadable = () =>
  new Problem('bad-input', 'The body cannot be read: it is not JSON, or not of a type accepted here.')
