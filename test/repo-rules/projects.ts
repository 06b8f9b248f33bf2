import { matchesGlob } from 'node:path'
import vitestConfig from '../../vitest.config.ts'
import { importsOf, targetOf, type Rule } from './rule.ts'

/** The vitest projects that run a file. */
const projectsOf = (path: string): string[] =>
  vitestConfig.test.projects.flatMap(({ test }) => {
    const matches = (globs: readonly string[]) => globs.some((glob) => matchesGlob(path, glob))
    return matches(test.include) && !matches('exclude' in test ? test.exclude : []) ? [test.name] : []
  })

const isVitestFile = (path: string) => path.endsWith('.test.ts')

const oneProject: Rule = {
  law: 'every test file belongs to one vitest project',
  instead:
    'Put it beside what it tests, or below test/race or test/process: vitest.config.ts knows these folders.',
  find: ({ path }) => {
    const found = isVitestFile(path) ? projectsOf(path) : []
    return isVitestFile(path) && found.length !== 1 ? [`belongs to ${found.join(' and ') || 'none'}`] : []
  },
  keeps: [
    { path: 'domain/slot.test.ts', text: '' },
    { path: 'server/env.test.ts', text: '' },
    { path: 'server/a-new-room/rooms.test.ts', text: '' },
    { path: 'test/e2e/booking.e2e.ts', text: '' },
  ],
  breaks: [
    { path: 'bench/booking.test.ts', text: '' },
    { path: 'test/app.test.ts', text: '' },
  ],
}

const ON_BOTH = new Set(['database', 'race'])
const DATABASE_ITSELF = new Set(['test/race/barrier.ts', 'server/database/migrate.ts'])

const bothPostgres: Rule = {
  law: 'what may differ between two PostgreSQLs is tested on both',
  instead:
    'Move the test of a race or a migration to test/race or server/database: the projects race and database run on the embedded PostgreSQL and on an older one (scripts/test.mjs), the others on one of them.',
  find: ({ path, text }) =>
    isVitestFile(path) && !projectsOf(path).some((name) => ON_BOTH.has(name))
      ? importsOf(text).filter((specifier) => DATABASE_ITSELF.has(targetOf(path, specifier) ?? ''))
      : [],
  keeps: [
    { path: 'test/race/one-slot.test.ts', text: `import { makeBarrier } from './barrier.ts'` },
    { path: 'server/database/migrate.test.ts', text: `import { migrate } from './migrate.ts'` },
    { path: 'server/http/wire.test.ts', text: `import { makeBarrier } from '../app.ts'` },
  ],
  breaks: [
    { path: 'server/http/wire.test.ts', text: `import { makeBarrier } from '../../test/race/barrier.ts'` },
    {
      path: 'server/sample-event/a.test.ts',
      text: `import { migrate } from '../database/migrate.ts'`,
    },
    { path: 'server/spreadsheet/a.test.ts', text: `import { migrate } from '../database/migrate.ts'` },
  ],
}

export const projectRules = [oneProject, bothPostgres]
