import { readdirSync, readFileSync } from 'node:fs'
import { z } from '@hono/zod-openapi'
import { parseSync, Visitor } from 'vite'
import { expect, it } from 'vitest'
import * as fields from '#contract/fields.ts'
import { centsFromDollars } from '#contract/money.ts'
import { preview } from '#contract/previews.ts'
import { purchaseMonths } from '#contract/purchase-months.ts'
import * as signIn from '#contract/sign-in.ts'
import { requirePlainJson } from '#server/http/plain-json.ts'
import { CALLS } from './fields.ts'

/* No text causes catastrophic backtracking: every regular expression reads 100 kB of any text in 50 ms. */

const LENGTH = 100_000
const MOST_MS = 50

/** Patterns of more than linear time, and why their text is always short. */
const BOUNDED: Record<string, string> = {
  'contract/purchase-months.ts': 'An age has at most 20 characters by the contract.',
  'app/api.ts: /<([^>]*)>\\s*;\\s*rel="?next"?/': 'It reads the Link header that the shop itself wrote.',
}

/** Texts on which ambiguous patterns backtrack forever. */
const hostile = (length: number) =>
  [
    ...[
      'a',
      ' ',
      '\t',
      '0',
      '/',
      '.',
      '-',
      '"',
      '\\',
      ',',
      '@',
      '%',
      '<',
      '\n',
      ';',
      '&',
      '=',
      '٠',
      '😀',
      '_',
      '(',
    ].map((sign) => sign.repeat(length / sign.length)),
    ...[
      'a.',
      'a@',
      '@a.',
      '1,',
      'a b',
      '"\\',
      '<script',
      '<script>',
      '${',
      '; charset=',
      '/../',
      'Bearer ',
      '1y ',
      ' 1',
      'q=0',
      'a=b;',
      'x-',
      `a${'\u0301'.repeat(30)}`,
    ].map((part) => part.repeat(length / part.length)),
    // Combining marks of two classes, which NFC sorts.
    `a${'\u0301'.repeat(length / 2)}${'\u0323'.repeat(length / 2)}`,
  ].flatMap((text) => [text, `${text}!`])

/** The processor time of this process in milliseconds: other work on the machine does not count. */
function workOf(task: () => void): number {
  const before = process.cpuUsage()
  task()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** Tried with short texts first: a pattern of quadratic time would otherwise run for minutes. */
function isSlow(task: (text: string) => void): boolean {
  for (const length of [1_000, 10_000, LENGTH])
    for (const text of hostile(length)) {
      const most = length === LENGTH ? MOST_MS : MOST_MS / 4
      // Once may be the garbage collector, three times is the pattern.
      if ([1, 2, 3].every(() => workOf(() => task(text)) > most)) return true
    }
  return false
}

const excused = (where: string) => Object.keys(BOUNDED).some((excuse) => where.startsWith(excuse))

function patterns(folder: string): { where: string; pattern: RegExp }[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .flatMap((name) => {
      const file = `${folder}/${name}`
      return literalsOf(file).map(({ pattern, flags }) => ({
        where: `${file}: /${pattern}/${flags}`,
        pattern: new RegExp(pattern, flags.replace('y', '')),
      }))
    })
}

/** The regular expressions that are written in a file, wherever they are. */
function literalsOf(file: string): { pattern: string; flags: string }[] {
  const found: { pattern: string; flags: string }[] = []
  const finder = new Visitor({
    Literal(node) {
      if ('regex' in node) found.push(node.regex)
    },
  })
  finder.visit(parseSync(file, readFileSync(file, 'utf8')).program)
  return found
}

it('every pattern in the sources reads 100 kB of any text in 50 ms', () => {
  const all = ['server', 'contract', 'app'].flatMap(patterns)
  expect(all.length).toBeGreaterThan(150)
  const slow = all.filter(
    ({ where, pattern }) =>
      !excused(where) &&
      isSlow((text) => {
        if (pattern.flags.includes('g')) for (const _ of text.matchAll(pattern));
        else pattern.test(text)
      }),
  )
  expect(slow.map(({ where }) => where)).toEqual([])
  for (const excuse of Object.keys(BOUNDED))
    expect(
      all.filter(({ where }) => where.startsWith(excuse)).length,
      `${excuse} is excused, but does not exist`,
    ).toBe(1)
}, 120_000)

it('every field and every body of the contract reads 100 kB of any text in 50 ms', () => {
  const schemas = Object.entries({ ...fields, ...signIn } as Record<string, unknown>).flatMap(
    ([name, schema]) => (schema instanceof z.ZodType ? [[name, schema] as const] : []),
  )
  expect(schemas.length).toBeGreaterThan(20)
  const bodies = CALLS.flatMap(({ call, body }) =>
    body instanceof z.ZodObject ? [[call, body] as const] : [],
  )
  const everyField = (body: z.ZodObject, text: string) =>
    Object.fromEntries(Object.keys(body.shape).map((name) => [name, text]))
  const slow = [
    ...schemas.filter(([, schema]) => isSlow((text) => void schema.safeParse(text))).map(([name]) => name),
    ...bodies
      .filter(([, body]) => isSlow((text) => void body.safeParse(everyField(body, text))))
      .map(([call]) => call),
  ]
  expect(slow).toEqual([])
}, 120_000)

it.each<[string, (text: string) => unknown]>([
  ['prices', centsFromDollars],
  ['ages', purchaseMonths],
  ['previews', (text) => preview(text, 120)],
  [
    'JSON',
    (text) => {
      try {
        requirePlainJson(new TextEncoder().encode(text))
      } catch {}
    },
  ],
])('%s are processed in 50 ms', (_what, read) => {
  expect(isSlow((text) => void read(text))).toBe(false)
})

it('an ambiguous pattern is detected as slow', () => {
  expect(isSlow((text) => void /^(?:a+)+$/.test(`${text.slice(0, 26)}!`))).toBe(true)
  expect(isSlow((text) => void /\s+$/.test(text))).toBe(true)
})
