import type { ViteUserConfig } from 'vitest/config'

/** Answers that hang on no SQL: the wire, the gates, files. A repeated call is known by the lock of a row. */
const WITHOUT_SQL = [
  'server/*.test.ts',
  'server/spreadsheet/*.test.ts',
  'server/http/!(idempotency).test.ts',
  'server/http/openapi/*.test.ts',
]

/** Tests of the database itself. */
const OF_THE_DATABASE = ['server/database/**/*.test.ts', 'server/backup/**/*.test.ts']

const withPostgres = {
  globalSetup: 'test/postgres.ts',
  testTimeout: 30_000,
  hookTimeout: 30_000,
  // A polled result comes by itself and soon, but not soon on every machine.
  expect: { poll: { timeout: 10_000 } },
}

export default {
  test: {
    // A test waits for PostgreSQL half of its time: on two processors a third worker saves an eighth.
    maxWorkers: 3,
    // Imported modules keep no state that another file could see, so that files need no process each.
    isolate: false,
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'domain/**/*.test.ts',
            'contract/**/*.test.ts',
            'web/**/*.test.ts',
            'server/mail/**/*.test.ts',
            'torture/**/*.test.ts',
            'test/repo-rules.test.ts',
            'test/containerfile.test.ts',
            'test/packages.test.ts',
            'test/proofs.test.ts',
          ],
        },
      },
      { test: { name: 'targets', include: ['test/{weight,paths}.test.ts'] } },
      { test: { ...withPostgres, name: 'http', include: WITHOUT_SQL } },
      {
        test: {
          ...withPostgres,
          name: 'sql',
          include: ['server/**/*.test.ts'],
          exclude: ['server/mail/**', ...OF_THE_DATABASE, ...WITHOUT_SQL],
          testTimeout: 120_000,
        },
      },
      { test: { ...withPostgres, name: 'database', include: OF_THE_DATABASE } },
      {
        test: {
          ...withPostgres,
          name: 'race',
          include: ['test/race/**/*.test.ts'],
          testTimeout: 120_000,
        },
      },
      {
        test: {
          ...withPostgres,
          name: 'release',
          include: ['test/release/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'process',
          include: ['test/process/**/*.test.ts'],
          // Each starts servers of its own and mostly waits for them: after everything else, three at once.
          sequence: { groupOrder: 1 },
          maxWorkers: 3,
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
} satisfies ViteUserConfig
