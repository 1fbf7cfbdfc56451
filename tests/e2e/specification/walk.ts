import { describeStatements } from '../../specification/read-specification.ts'
import { test as base, expect } from '../../support/browser.ts'

export { expect }

type Walk = {
  /**
   * Checks statements of docs/specification.md, by their numbers: '2.14', or '2.14 2.15'. One that does not hold is
   * reported with its number at the end; the test goes on.
   */
  holds(numbers: string, check: () => unknown): Promise<void>
}

/** A test that goes through the shop in one context and checks many statements on the way. */
export const test = base.extend<Walk>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
  holds: async ({}, use) => {
    const failed: string[] = []
    await use(async (numbers, check) => {
      const statements = describeStatements(numbers)
      try {
        await base.step(statements, async () => void (await check()))
      } catch (error) {
        failed.push(`${statements}\n${error instanceof Error ? error.stack : error}`)
      }
    })
    expect(failed.join('\n\n'), 'statements that do not hold').toBe('')
  },
})
