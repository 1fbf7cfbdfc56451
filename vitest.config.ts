import { defineConfig } from 'vitest/config'
import { SlowestFirst } from './tests/support/slowest-first.ts'

/**
 * A file named `*.unit.test.ts` gets no database from its project and runs once; a few start their own. One named
 * `*.postgres.test.ts` runs once, on a real PostgreSQL. Every other test file runs there, and most of them on the
 * embedded database (`pglite`) too. Browser tests run under Playwright.
 */
const unit = 'tests/**/*.unit.test.ts'
const realOnly = 'tests/**/*.postgres.test.ts'
const journeys = 'tests/e2e/**'
/** These need only simple queries, which work the same on both databases. */
const plain = 'tests/{audit,contact,contract,demo,images,outside,sandbox,sign-in,specification}/**'
const all = 'tests/**/*.test.ts'
/** Node loads the server's files itself: transforming them as well takes longer than loading them. */
const asTheyAre = { viteModuleRunner: false, nodeLoader: false }

export default defineConfig({
  test: {
    // Three even on two cores: many tests wait (for a timeout, for a process to end) rather than work.
    maxWorkers: 3,
    sequence: { sequencer: SlowestFirst },
    // Only failures take this long: a machine that others use too may stall for ten seconds.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    setupFiles: ['tests/support/watch-console.ts'],
    // Test files in one worker share their imports: loading these anew for each file takes as long as the tests do.
    isolate: false,
    execArgv: [
      '--import',
      './server/process/lean-modules.ts',
      '--import',
      './tests/support/known-password.ts',
    ],
    projects: [
      { extends: true, test: { name: 'unit', include: [unit], exclude: [journeys] } },
      {
        extends: true,
        test: {
          name: 'pglite',
          experimental: asTheyAre,
          include: [all],
          exclude: [unit, realOnly, journeys, plain],
          globalSetup: 'tests/support/pglite.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          experimental: asTheyAre,
          include: [all],
          exclude: [unit, journeys],
          globalSetup: 'tests/support/postgres.ts',
        },
      },
    ],
  },
})
