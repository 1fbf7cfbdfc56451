import { readFileSync } from 'node:fs'

/** A numbered statement of docs/specification.md, with the short names of its tests and its decisions. */
type Statement = { number: string; text: string; tests: string[]; decisions: string[] }
/** The meaning of a short name: one test by its title, or a walk, which lists the numbers that it checks. */
type NamedTest = { name: string; file: string; title: string | undefined }
export type Specification = { statements: Statement[]; tests: NamedTest[] }

const STATEMENT = /^\| (\d+\.\d+) \| (.+?) \| (.*?) ?\|$/
const NAMED = /^\| ([a-z][a-z-]*) \| `(tests\/[^`]+)`(?: › (.+?))? \|$/

/** Reads docs/specification.md: its tables of statements, and the table of short names at its end. */
export function readSpecification(document = readFileSync('docs/specification.md', 'utf8')): Specification {
  const lines = document.split('\n')
  const statements = lines.flatMap((line) => {
    const [, number, text, held] = STATEMENT.exec(line) ?? []
    if (number === undefined || text === undefined || held === undefined) return []
    const names = held.split(',').flatMap((name) => name.trim() || [])
    const isDecision = (name: string) => /^D\d+$/.test(name)
    return {
      number,
      text,
      tests: names.filter((name) => !isDecision(name)),
      decisions: names.filter(isDecision),
    }
  })
  const tests = lines.flatMap((line) => {
    const [, name, file, title] = NAMED.exec(line) ?? []
    return name !== undefined && file !== undefined ? { name, file, title } : []
  })
  return { statements, tests }
}

/** The numbers of docs/decisions/0010, as the statements refer to them. */
export function readDecisions(document: string): string[] {
  return [...document.matchAll(/^- \*\*(D\d+)\. /gm)].map((match) => match[1] ?? '')
}

/** The titles of a test file's tests and groups, as written. */
export function titlesIn(source: string): string[] {
  const call = /(?:\b(?:it|test|describe)(?:\.\w+)*|\))\(\s*(?:'((?:[^'\\\n]|\\.)*)'|"([^"\n]*)"|`([^`]*)`)/g
  return [...source.matchAll(call)].map(([, single, double, template]) =>
    (single ?? double ?? template ?? '').replaceAll(/\\(.)/g, '$1'),
  )
}

/** The numbers that a walk says it checks: the first string in a call or in a row, `('2.14 2.15', …`. */
export function numbersIn(source: string): string[] {
  const literals = source.matchAll(/[[(]\s*'(\d+\.\d+(?: \d+\.\d+)*)',/g)
  return [...new Set([...literals].flatMap((match) => match[1]?.split(' ') ?? []))]
}

let statements: Map<string, string> | undefined

/** The text of a report when these statements do not hold: each number with its text. */
export function describeStatements(numbers: string): string {
  statements ??= new Map(readSpecification().statements.map(({ number, text }) => [number, text]))
  return numbers
    .split(' ')
    .map((number) => `${number} ${statements?.get(number) ?? 'is not in docs/specification.md'}`)
    .join(' | ')
}
