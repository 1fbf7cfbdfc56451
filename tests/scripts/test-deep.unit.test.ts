import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/* What the deep tier says about the shop is true only if everything that its lists name exists. */

type Mutant = { name: string; file: string; find: string; replace: string; tests: string[] }
type Invariant = { what: string; tests: string[]; parts?: string[] }
type Part = { file: string; total: number }
const load = (name: string) => import(`../../scripts/test-deep/${name}.mjs`)
const { MUTANTS }: { MUTANTS: Mutant[] } = await load('mutants')
const { INVARIANTS }: { INVARIANTS: Invariant[] } = await load('invariants')
const { PARTS, TABLES }: { PARTS: Record<string, Part>; TABLES: Record<string, string[]> } =
  await load('parts')

/** Every test file but those of the deep tier itself, with its text. */
const others = readdirSync('tests', { recursive: true, encoding: 'utf8' })
  .filter((name) => /(?<!test-deep(?:-command)?\.unit)\.test\.ts$/.test(name))
  .map((name) => ({ file: `tests/${name}`, text: readFileSync(`tests/${name}`, 'utf8') }))

it.each(MUTANTS)('the mutant can be applied: $name', ({ file, find, replace, tests }) => {
  expect(readFileSync(file, 'utf8').split(find)).toHaveLength(2)
  expect(replace).not.toBe(find)
  expect(tests.filter((path) => !existsSync(path))).toEqual([])
})

it('there are twenty mutants and twenty-six invariants', () => {
  expect(new Set(MUTANTS.map(({ name }) => name)).size).toBe(20)
  expect(new Set(INVARIANTS.map(({ what }) => what)).size).toBe(26)
})

it('every invariant has existing tests and parts, and is listed in docs/security.md', () => {
  const told = readFileSync('docs/security.md', 'utf8')
  for (const { what, tests, parts = [] } of INVARIANTS) {
    expect(
      tests.filter((file) => !existsSync(file)),
      what,
    ).toEqual([])
    expect(Object.keys(PARTS), what).toEqual(expect.arrayContaining(parts))
    expect(told, what).toContain(`| ${what} |`)
  }
})

it('every table has existing test files, and every test in rounds is a part of as many rounds', () => {
  expect(
    Object.values(TABLES)
      .flat()
      .filter((file) => !existsSync(file)),
  ).toEqual([])
  const rounds = others.flatMap(({ file, text }) =>
    [...text.matchAll(/inRounds\(\s*'([\w-]+)',[\s\S]*?deep: ([\d_]+) \}/g)].map(([, name, deep]) => ({
      name,
      file,
      total: Number(deep?.replaceAll('_', '')),
    })),
  )
  const parts = Object.entries(PARTS).map(([name, { file, total }]) => ({ name, file, total }))
  const byName = (list: typeof parts) => list.toSorted((a, b) => a.name.localeCompare(b.name))
  expect(byName(rounds as typeof parts)).toEqual(byName(parts))
})

it('what the tests read of the deep tier is set by it', () => {
  const reading = (name: string) =>
    others.filter(({ text }) => new RegExp(`process\\.env\\.${name}\\b`).test(text)).map(({ file }) => file)
  const files = Object.values(PARTS).map(({ file }) => file)
  expect(reading('DEEP').filter((file) => !files.includes(file))).toEqual([])
  expect(reading('DEEP').length * reading('DEEP_TABLES').length).toBeGreaterThan(0)
})
