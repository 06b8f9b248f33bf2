import { matchesGlob } from 'node:path'
import vitestConfig from '../../vitest.config.ts'
import type { Rule } from './rule.ts'

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

export const projectRules = [oneProject]
