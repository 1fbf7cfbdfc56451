import { it } from 'vitest'
import { describeStatements } from './read-specification.ts'

/** A test that checks statements of docs/specification.md, by their numbers: '7.1', or '3.1 3.2'. */
export function holds(numbers: string, check: () => void | Promise<void>): void {
  it(describeStatements(numbers), check)
}
