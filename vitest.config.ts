import { defineConfig } from 'vitest/config'

/**
 * A file named `*.unit.test.ts` needs no database and runs once. Every other test file runs twice: on the
 * embedded database (`pglite`) and on a real PostgreSQL (`postgres`). Journeys in a browser are Playwright's.
 */
const unit = 'tests/**/*.unit.test.ts'
const journeys = 'tests/e2e/**'
const all = 'tests/**/*.test.ts'

export default defineConfig({
  test: {
    maxWorkers: 2,
    // Starting a database takes a second, and several on a busy machine a few.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    setupFiles: ['tests/support/console.ts'],
    projects: [
      { extends: true, test: { name: 'unit', include: [unit], exclude: [journeys] } },
      {
        extends: true,
        test: {
          name: 'pglite',
          include: [all],
          exclude: [unit, journeys],
          globalSetup: 'tests/support/pglite.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: [all],
          exclude: [unit, journeys],
          globalSetup: 'tests/support/postgres.ts',
        },
      },
    ],
  },
})
