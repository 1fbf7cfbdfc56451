import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { findDependencyFaults, findHiddenScripts, type Packages } from '../../scripts/dependency-faults.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string) => JSON.parse(readFileSync(`${root}/${path}`, 'utf8'))
const project = read('package.json')
const locked: Packages = read('package-lock.json').packages

it('versions are exact and locked with hashes, and only named packages run install scripts', () => {
  expect(findDependencyFaults(project, locked)).toEqual([])
  expect(Object.keys(locked).length).toBeGreaterThan(100)
})

it('no installed package has an install script without being named', () => {
  const installed = Object.keys(locked).filter((path) => path && existsSync(`${root}/${path}/package.json`))
  expect(installed.length).toBeGreaterThan(100)
  const manifests = installed.map((path): [string, object] => [path, read(`${path}/package.json`)])
  expect(findHiddenScripts(project, manifests)).toEqual([])
})

it('npm saves exact versions', () => {
  expect(readFileSync(`${root}/.npmrc`, 'utf8')).toMatch(/^save-exact=true$/m)
})

const HASH = 'sha512-abc'
const good = () => ({
  manifest: { dependencies: { a: '1.0.0' }, allowScripts: { b: true } as Record<string, boolean> },
  locked: {
    '': { dependencies: { a: '1.0.0' } },
    'node_modules/a': { version: '1.0.0', integrity: HASH },
    'node_modules/a/node_modules/b': { version: '2.0.0', integrity: HASH, hasInstallScript: true },
  } as Packages,
})
type Project = ReturnType<typeof good>

it.each<[string, (project: Project) => void, RegExp]>([
  [
    'a range of versions',
    ({ manifest, locked }) => {
      manifest.dependencies.a = '^1.0.0'
      locked['']!.dependencies!.a = '^1.0.0'
    },
    /a is asked for as \^1\.0\.0/,
  ],
  [
    'a lockfile of another version',
    ({ locked }) => {
      locked['node_modules/a']!.version = '1.0.1'
    },
    /locked as 1\.0\.1/,
  ],
  [
    'a locked package that nothing requires',
    ({ locked }) => {
      locked['']!.dependencies!.c = '1.0.0'
    },
    /c is locked/,
  ],
  [
    'a package without its hash',
    ({ locked }) => {
      delete locked['node_modules/a']!.integrity
    },
    /without its hash/,
  ],
  [
    'a package from outside the registry',
    ({ locked }) => {
      locked['node_modules/a']!.resolved = 'git+ssh://git@example.com/a.git'
    },
    /not come from the registry/,
  ],
  [
    'an install script that is not allowed',
    ({ manifest }) => {
      manifest.allowScripts.b = false
    },
    /b runs a program/,
  ],
  [
    'an allowed install script that does not exist',
    ({ locked }) => {
      locked['node_modules/a/node_modules/b']!.hasInstallScript = false
    },
    /b is allowed/,
  ],
])('the check finds %s', (_what, spoil, fault) => {
  const spoilt = good()
  expect(findDependencyFaults(spoilt.manifest, spoilt.locked)).toEqual([])
  spoil(spoilt)
  expect(findDependencyFaults(spoilt.manifest, spoilt.locked)).toEqual([expect.stringMatching(fault)])
})

it('the check finds an install script that the lockfile does not list', () => {
  const { manifest } = good()
  const scripts = { postinstall: 'node steal.js' }
  expect(findHiddenScripts(manifest, [['node_modules/a', { scripts }]])).toEqual([
    expect.stringContaining('postinstall'),
  ])
  expect(findHiddenScripts(manifest, [['node_modules/a/node_modules/b', { scripts }]])).toEqual([])
})
