import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Every source file below a folder, with the modules it imports. */
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

/** Modules of the contract that are made for browsers too. */
const FOR_BROWSERS =
  /^#contract\/(money|dates|previews|choices|audit-actions|isolate|limits|refusals|site-path|which-laptop)\.ts$/
/** Whether a value, and not only a type, is imported from the contract's schemas; one value among types is enough. */
function takesValues(text: string) {
  const statements = text.matchAll(/^(?:import|export)\s+([^'"=(]*?)\s*\bfrom\s*'(#contract\/[^']+)'/gm)
  return [...statements].some(([, names = '', module = '']) => {
    const values = names.replaceAll(/\btype\s+\w+(\s+as\s+\w+)?/g, '').replaceAll(/[{},\s]/g, '')
    return !FOR_BROWSERS.test(module) && !/^type\b/.test(names) && values !== ''
  })
}

it('app and server do not import each other', () => {
  expect(
    reaching('app', (named) => /^#server|\/server\//.test(named) && !named.startsWith('virtual:')),
  ).toEqual([])
  expect(reaching('server', (named) => /^#app|^(\.\.\/)+app\//.test(named))).toEqual([])
})

it('the contract imports neither app nor server', () => {
  expect(reaching('contract', (named) => /^#(app|server)|^\.\.\/(\.\.|app|server)\//.test(named))).toEqual([])
})

it('server/http imports no folder but database, idempotency and sign-in', () => {
  const known = /^\.\.\/(?:[\w-]+\.ts$|(?:database|idempotency|sign-in)\/)/
  expect(reaching('server/http', (named) => named.startsWith('..') && !known.test(named))).toEqual([])
})

it('app, server and contract import no tests', () => {
  for (const folder of ['app', 'server', 'contract'])
    expect(reaching(folder, (named) => /^#tests|\/tests\//.test(named))).toEqual([])
})

it('the app imports only types of the schemas, so that no validator is sent to browsers', () => {
  expect(
    imports('app')
      .filter(({ text }) => takesValues(text))
      .map(({ file }) => file),
  ).toEqual([])
})

it('the environment is read in server/config.ts only', () => {
  const readers = ['app', 'server', 'contract']
    .flatMap(imports)
    .filter(({ text }) => text.includes('process.env'))
  expect(readers.map(({ file }) => file)).toEqual(['server/config.ts'])
})
