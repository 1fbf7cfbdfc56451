/*
 * What must never happen, and what checks it: the tests that fail if it does, and the parts of the deep tier that try
 * it in large numbers. docs/security.md says how the shop keeps each.
 */
export const INVARIANTS = [
  {
    what: 'One laptop is sold at most once',
    tests: ['tests/database/rules.test.ts', 'tests/database/locks.postgres.test.ts'],
    parts: ['oversell', 'model'],
  },
  {
    what: 'An order is paid if and only if the provider has a payment of exactly its price for it',
    tests: ['tests/payments/test-cards.postgres.test.ts', 'tests/payments/forged-calls.postgres.test.ts'],
    parts: ['oversell', 'webhooks'],
  },
  {
    what: 'The money captured, less the money refunded, is the sum of the paid prices',
    tests: [
      'tests/payments/late-payments.postgres.test.ts',
      'tests/payments/faults-refunds.postgres.test.ts',
    ],
    parts: ['oversell', 'webhooks'],
  },
  {
    what: 'An order has at most one payment that was not refunded',
    tests: ['tests/payments/intent-states.postgres.test.ts', 'tests/database/rules.test.ts'],
    parts: ['oversell', 'webhooks'],
  },
  {
    what: 'Paid stays paid, and a price stays what it was when the laptop was ordered',
    tests: ['tests/database/kept-orders.test.ts', 'tests/payments/forged-calls.postgres.test.ts'],
  },
  {
    what: 'A change that was acknowledged survives a kill of the server and of the database',
    tests: [
      'tests/process/crash.unit.test.ts',
      'tests/process/database-crash.postgres.test.ts',
      'tests/process/migrations.postgres.test.ts',
    ],
    parts: ['kills', 'database-crashes'],
  },
  {
    what: 'No step is half done: a laptop is sold if and only if it is paid or marked; a row has its file',
    tests: ['tests/process/kill-points.postgres.test.ts', 'tests/payments/webhook-database.postgres.test.ts'],
    parts: ['kills', 'oversell'],
  },
  {
    what: 'A repeated request has its effect once',
    tests: [
      'tests/retries/repeated-changes.postgres.test.ts',
      'tests/retries/cut-connections.postgres.test.ts',
      'tests/retries/idempotency-key.postgres.test.ts',
    ],
    parts: ['model'],
  },
  {
    what: 'Nobody reads another’s orders, wishes or buyers',
    tests: [
      'tests/permissions/matrix.postgres.test.ts',
      'tests/permissions/swapped-objects.postgres.test.ts',
    ],
  },
  {
    what: 'Who somebody is comes only from their token',
    tests: [
      'tests/permissions/bad-tokens.postgres.test.ts',
      'tests/permissions/side-conditions.postgres.test.ts',
    ],
  },
  {
    what: 'Only the admin command makes an admin, and Google changes no role',
    tests: [
      'tests/users/admin-command.postgres.test.ts',
      'tests/sign-in/google.test.ts',
      'tests/permissions/mass-assignment.postgres.test.ts',
    ],
  },
  {
    what: 'Nobody sets a field that only the server may set',
    tests: ['tests/permissions/mass-assignment.postgres.test.ts'],
  },
  {
    what: 'A session that has ended is refused from the next request on',
    tests: ['tests/sign-in/sessions.test.ts', 'tests/permissions/bad-tokens.postgres.test.ts'],
  },
  {
    what: 'A link for a new password works once, for its person, for 30 minutes, and ends all their sessions',
    tests: ['tests/sign-in/password-reset.test.ts', 'tests/payments/clock-changes.postgres.test.ts'],
  },
  {
    what: 'Nobody learns which e-mail addresses have accounts, by sign-in, reset or refusals',
    tests: ['tests/permissions/same-refusals.postgres.test.ts', 'tests/limits/limits.postgres.test.ts'],
  },
  {
    what: 'An upload is served as an image or not at all',
    tests: ['tests/images/corpus.postgres.test.ts', 'tests/images/show-image.test.ts'],
  },
  {
    what: 'A laptop is listed if and only if it can be bought, within a second of a change',
    tests: ['tests/products/lists.test.ts', 'tests/web/page-cache.unit.test.ts'],
    parts: ['model', 'pages'],
  },
  {
    what: 'Counts in responses are true',
    tests: [
      'tests/retries/repeated-changes.postgres.test.ts',
      'tests/database/counts.test.ts',
      'tests/lists/no-waiting.postgres.test.ts',
    ],
    parts: ['model', 'pages'],
  },
  {
    what: 'A buyer has one wish for a laptop',
    tests: ['tests/wishlist/wishlist.test.ts', 'tests/database/rules.test.ts'],
    parts: ['model'],
  },
  {
    what: 'The provider’s events, in any order and repeated, end in one state',
    tests: ['tests/payments/webhook-signatures.postgres.test.ts'],
    parts: ['webhooks'],
  },
  {
    what: 'While the provider or the database is away, nothing is reported as done that is not',
    tests: [
      'tests/payments/faults-cells.postgres.test.ts',
      'tests/payments/faults-recovery.postgres.test.ts',
      'tests/process/lost-connections.postgres.test.ts',
    ],
    parts: ['database-crashes'],
  },
  {
    what: 'No password, token, cookie, card or password link appears in a log, an error or a page',
    tests: ['tests/support/secrets.unit.test.ts', 'tests/log.unit.test.ts', 'tests/request-log.test.ts'],
  },
  {
    what: 'One hostile client does not make the others wait long',
    tests: [
      'tests/limits/request-body.unit.test.ts',
      'tests/limits/limit-concurrency.unit.test.ts',
      'tests/limits/request-scheduler.unit.test.ts',
    ],
    parts: ['floods'],
  },
  {
    what: 'The verified badge shows the seller’s current state',
    tests: ['tests/users/verify-seller.test.ts'],
    parts: ['model'],
  },
  {
    what: 'A buyer claims three laptops at most, for 15 minutes each',
    tests: ['tests/payments/holds.postgres.test.ts'],
    parts: ['oversell'],
  },
  {
    what: 'Times are right while the clock is ten minutes wrong',
    tests: ['tests/payments/clock-changes.postgres.test.ts', 'tests/sign-in/session-age.test.ts'],
  },
]
