// biome-ignore-all lint/suspicious/noConsole: writing to the console is what is tested here.
import { test } from 'vitest'
import { expectConsole } from './console.ts'

test('a test may write expected lines to the console', () => {
  expectConsole('warn', /^low on \w+ 3$/)
  console.warn('low on', 'disk', 3)
  console.warn('low on', 'memory', 3)
})

test.fails('an unexpected line fails the test', () => {
  console.error(new Error('nobody looked at this'))
})

test.fails('an expected line on another method fails the test', () => {
  expectConsole('warn', /low on disk/)
  console.info('low on disk')
})

test.fails('an expected line that is not written fails the test', () => {
  expectConsole('log', /never/)
})

test('an expectation of one test does not apply to the next', () => {
  // It writes nothing, and passes.
})
