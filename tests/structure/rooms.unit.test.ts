import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Every source file below a folder, with the modules it names. */
function imports(folder: string) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|tsx)$/.test(name))
    .map((name) => ({ file: `${folder}/${name}`, text: readFileSync(`${folder}/${name}`, 'utf8') }))
    .map(({ file, text }) => ({
      file,
      text,
      named: [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map((match) => match[1] ?? ''),
    }))
}
const reaching = (folder: string, wrong: (named: string) => boolean) =>
  imports(folder).flatMap(({ file, named }) =>
    named.filter(wrong).map((module) => `${file} imports ${module}`),
  )

it('app and server do not import each other: the contract is their only language', () => {
  expect(
    reaching('app', (named) => /^#server|\/server\//.test(named) && !named.startsWith('virtual:')),
  ).toEqual([])
  expect(reaching('server', (named) => /^#app|^(\.\.\/)+app\//.test(named))).toEqual([])
})

it('the contract imports neither of them', () => {
  expect(reaching('contract', (named) => /^#(app|server)|^\.\.\/(\.\.|app|server)\//.test(named))).toEqual([])
})

it('nothing of the shop imports a test', () => {
  for (const folder of ['app', 'server', 'contract'])
    expect(reaching(folder, (named) => /^#tests|\/tests\//.test(named))).toEqual([])
})

it('the app takes types alone from the shapes, so that no validator is sent to browsers', () => {
  const values = /^import (?!type\b)(?!\{\s*type\b)[^\n]*'#contract\/(?!money|dates|previews|choices)/m
  expect(
    imports('app')
      .filter(({ text }) => values.test(text))
      .map(({ file }) => file),
  ).toEqual([])
})

it('the environment is read in one place', () => {
  const readers = ['app', 'server', 'contract']
    .flatMap(imports)
    .filter(({ text }) => text.includes('process.env'))
  expect(readers.map(({ file }) => file)).toEqual(['server/config.ts'])
})
