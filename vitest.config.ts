import { defineConfig } from 'vitest/config'

const withPostgres = {
  globalSetup: 'test/postgres.ts',
  testTimeout: 30_000,
  hookTimeout: 30_000,
  // What comes by itself comes soon, but not soon on every machine.
  expect: { poll: { timeout: 10_000 } },
}

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'domain/**/*.test.ts',
            'contract/**/*.test.ts',
            'web/**/*.test.ts',
            'server/mail/**/*.test.ts',
            'test/repo-rules.test.ts',
          ],
        },
      },
      {
        test: {
          ...withPostgres,
          name: 'http',
          include: ['server/**/*.test.ts'],
          exclude: ['server/mail/**'],
        },
      },
      { test: { ...withPostgres, name: 'race', include: ['test/race/**/*.test.ts'], testTimeout: 120_000 } },
      {
        test: {
          name: 'process',
          include: ['test/process/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
