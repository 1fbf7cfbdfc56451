import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished, vi } from 'vitest'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A stand-in for a tool: records its call in calls.txt, then does what `body` says. */
const tool = (name: string, body = '') =>
  `const fs = require('node:fs'); const args = process.argv.slice(2);
   fs.appendFileSync('calls.txt', [${JSON.stringify(name)}, ...args].join(' ') + '\\n');
   ${body}`

const LOCK = JSON.stringify({
  packages: { '': {}, 'node_modules/thing': { version: '1.0.0', integrity: 'a' } },
})
const REPORT = { numPassedTests: 3, numFailedTests: 0, numPendingTests: 1, numTodoTests: 0 }
const STATS = { expected: 2, unexpected: 0, flaky: 0, skipped: 0 }

/** Runs until it is told to end, and reports that. */
const MAIN = `
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {
    process.stdout.write('told ' + signal + '\\n')
    setTimeout(() => process.exit(Number(process.env.CODE ?? 0)), Number(process.env.ENDS_AFTER ?? 300))
  })
  setInterval(() => {}, 1000)
  process.stdout.write('open ' + process.pid + '\\n')`

const FILES = {
  'package.json': '{ "type": "module" }',
  'package-lock.json': LOCK,
  'node_modules/.package-lock.json': LOCK,
  'app/root.tsx': 'one',
  'server/process/lean-modules.ts': '',
  'server/main.ts': MAIN,
  'scripts/under-a-shell.mjs': `
    import { spawn } from 'node:child_process'
    spawn(process.execPath, ['scripts/start.mjs'], { stdio: 'inherit' })`,
  'npm/package.json': '{}',
  'npm/npm-cli.js': tool('npm', "fs.cpSync('package-lock.json', 'node_modules/.package-lock.json')"),
  'node_modules/@react-router/dev/bin.cjs': tool(
    'react-router',
    // As the tool does, it begins with an empty folder.
    `fs.rmSync('build/pages', { recursive: true, force: true })
     fs.mkdirSync('build/pages', { recursive: true })`,
  ),
  'node_modules/vite/bin/vite.js': tool(
    'vite',
    `fs.mkdirSync('build/program', { recursive: true })
     const source = fs.readFileSync('server/main.ts', 'utf8')
     fs.writeFileSync('build/program/main.js', require('node:module').stripTypeScriptTypes(source))`,
  ),
  'node_modules/@biomejs/biome/bin/biome': tool('biome'),
  'node_modules/typescript/bin/tsc': tool('tsc'),
  'node_modules/vitest/vitest.mjs': `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);
    ${tool('vitest', `fs.writeFileSync(args.find((a) => a.startsWith('--outputFile')).split('=')[1], '${JSON.stringify(REPORT)}')`)}`,
  'node_modules/@playwright/test/cli.js': tool(
    'playwright',
    `fs.writeFileSync(process.env.PLAYWRIGHT_JSON_OUTPUT_FILE, '${JSON.stringify({ stats: STATS })}')`,
  ),
}

/** A run of one of the project's commands: its output so far, and in the end its exit code. */
export type Run = { process: ChildProcess; output(): string; code: Promise<number | null> }

/**
 * A project in a temporary folder with the real scripts and the real Node 24, and stand-ins for every other tool, so
 * that testing what the commands call, and how they handle the results, is quick.
 */
export function fakeProject() {
  const folder = temporaryFolder()
  const path = (name: string) => join(folder, name)
  const write = (name: string, content: string) => {
    mkdirSync(dirname(path(name)), { recursive: true })
    writeFileSync(path(name), content)
  }
  for (const [name, content] of Object.entries(FILES)) write(name, content)
  write('chromium', '#!/bin/sh\n')
  chmodSync(path('chromium'), 0o755)
  cpSync(join(root, 'scripts'), path('scripts'), { recursive: true })
  symlinkSync(join(root, 'node_modules/node'), path('node_modules/node'))
  const calls = () => (existsSync(path('calls.txt')) ? readFileSync(path('calls.txt'), 'utf8') : '')

  function run(script: string, args: string[] = [], env: Record<string, string> = {}): Run {
    const child = spawn(process.execPath, [path(`scripts/${script}.mjs`), ...args], {
      cwd: folder,
      // A process group of its own, like that of a command typed in a terminal.
      detached: true,
      env: {
        PATH: process.env.PATH,
        npm_execpath: path('npm/npm-cli.js'),
        CHROMIUM_PATH: path('chromium'),
        ...env,
      },
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    let written = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (data) => {
        written += data
      })
    }
    const code = new Promise<number | null>((done) => child.once('close', done))
    return { process: child, output: () => written, code }
  }
  return { write, calls, run }
}

/** Waits until the output matches, and returns the match. */
export function written(run: Run, pattern: RegExp): Promise<RegExpExecArray> {
  return vi.waitUntil(() => pattern.exec(run.output()), { timeout: 30_000 }) as Promise<RegExpExecArray>
}
