import { afterEach, beforeEach, expect } from 'vitest'

const METHODS = ['log', 'info', 'warn', 'error', 'debug'] as const
type Method = (typeof METHODS)[number]

let expected: { method: Method; pattern: RegExp }[] = []
let written: { method: Method; text: string }[] = []

for (const method of METHODS) {
  console[method] = (...values: unknown[]) => {
    written.push({ method, text: values.map(asText).join(' ') })
  }
}

/**
 * From here on, anything that code under test writes to the console fails the test, unless the test expects it. Such
 * noise is either a fault that nobody looked at or a report that belongs in the log.
 */
export function watchConsole(): void {
  beforeEach(() => {
    expected = []
  })
  afterEach(expectOnlyExpected)
}

function expectOnlyExpected(): void {
  const unexpected = written.filter(
    ({ method, text }) => !expected.some((one) => one.method === method && one.pattern.test(text)),
  )
  const missing = expected.filter(
    (one) => !written.some(({ method, text }) => one.method === method && one.pattern.test(text)),
  )
  written = []
  expect(unexpected, 'written to the console, but not expected').toEqual([])
  expect(missing, 'expected on the console, but not written').toEqual([])
}

/** Says that this test writes a line matching `pattern` by console[method], at least once; it fails otherwise. */
export function expectConsole(method: Method, pattern: RegExp): void {
  expected.push({ method, pattern })
}

function asText(value: unknown): string {
  if (value instanceof Error) return value.stack ?? value.message
  return typeof value === 'string' ? value : JSON.stringify(value)
}
