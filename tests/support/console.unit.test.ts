// biome-ignore-all lint/suspicious/noConsole: writing to the console is what is tested here.
import { test } from 'vitest'
import { expectConsole } from './console.ts'

test('a test may write to the console what it says it expects', () => {
  expectConsole('warn', /^low on \w+ 3$/)
  console.warn('low on', 'disk', 3)
  console.warn('low on', 'memory', 3)
})

test.fails('a test fails by an unexpected line', () => {
  console.error(new Error('nobody looked at this'))
})

test.fails('a test fails by an expected line on another method', () => {
  expectConsole('warn', /low on disk/)
  console.info('low on disk')
})

test.fails('a test fails by an expected line that does not come', () => {
  expectConsole('log', /never/)
})

test('what one test expected is not expected of the next', () => {
  // It writes nothing, and passes.
})
