/** The tests of many rounds: the file of each, how often it runs, and what one round is. */
export const PARTS = {
  oversell: {
    file: 'tests/payments/oversell.postgres.test.ts',
    total: 3000,
    what: 'rounds of 32 buyers for one laptop',
  },
  webhooks: {
    file: 'tests/payments/histories.postgres.test.ts',
    total: 10_000,
    what: 'histories of webhooks',
  },
  kills: { file: 'tests/process/kill-points.postgres.test.ts', total: 600, what: 'kills of the server' },
  'database-crashes': {
    file: 'tests/process/database-crash.postgres.test.ts',
    total: 100,
    what: 'kills of the database',
  },
  pages: {
    file: 'tests/model/lists-while-they-change.postgres.test.ts',
    total: 650,
    what: 'walks through a changing list',
  },
  model: { file: 'tests/model/model.postgres.test.ts', total: 2000, what: 'sequences of commands' },
  requests: {
    file: 'tests/input/generated.postgres.test.ts',
    total: 1600,
    what: 'rounds of 50 generated requests',
  },
  floods: { file: 'tests/limits/overload.postgres.test.ts', total: 7, what: 'floods, the others served' },
}

/** The finite tables whose tests are counted one by one. */
export const TABLES = {
  'matrix cells equal': ['tests/permissions/matrix.postgres.test.ts'],
  'tokens refused': ['tests/permissions/bad-tokens.postgres.test.ts'],
  'cards right': ['tests/payments/test-cards.postgres.test.ts'],
}
