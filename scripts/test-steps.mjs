import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildPages } from './build-pages.mjs'
import { buildServer } from './build-server.mjs'
import { getChromium } from './get-chromium.mjs'
import { inPackages, root } from './paths.mjs'
import { runStep } from './run-step.mjs'

const results = join(root, '.cache', 'test-results')
const NONE = { passed: 0, failed: 0, skipped: 0 }

/**
 * The steps of `npm test` in their order. Each takes the arguments for its tool, and resolves with its exit code and
 * how many tests passed, failed and were skipped.
 */
export const steps = { lint, types, build, vitest, playwright }

async function lint(args) {
  return { ...NONE, code: await runStep([inPackages('@biomejs', 'biome', 'bin', 'biome'), 'check', ...args]) }
}

async function types(args) {
  const generated = await runStep([inPackages('@react-router', 'dev', 'bin.cjs'), 'typegen'])
  if (generated !== 0) return { ...NONE, code: generated }
  return { ...NONE, code: await runStep([inPackages('typescript', 'bin', 'tsc'), '--noEmit', ...args]) }
}

async function build() {
  await buildPages()
  await buildServer()
  return { ...NONE, code: 0 }
}

async function vitest(args) {
  const file = freshResults('vitest.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const code = await runStep([inPackages('vitest', 'vitest.mjs'), 'run', ...reporters, ...args])
  return { ...countVitest(readResults(file)), code }
}

async function playwright(args) {
  const file = freshResults('playwright.json')
  const env = { CHROMIUM_PATH: await getChromium(), PLAYWRIGHT_JSON_OUTPUT_FILE: file }
  const cli = inPackages('@playwright', 'test', 'cli.js')
  const code = await runStep([cli, 'test', '--reporter=list,json', ...args], env)
  return { ...countPlaywright(readResults(file)), code }
}

/** Reads Vitest's JSON report. */
function countVitest(report) {
  if (!report) return NONE
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = report
  return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests }
}

/** Reads Playwright's JSON report. A test that passed only on a retry counts as failed. */
function countPlaywright(report) {
  if (!report) return NONE
  const { expected, unexpected, flaky, skipped } = report.stats
  return { passed: expected, failed: unexpected + flaky, skipped }
}

function freshResults(name) {
  mkdirSync(results, { recursive: true })
  const file = join(results, name)
  rmSync(file, { force: true })
  return file
}

function readResults(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}
