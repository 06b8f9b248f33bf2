import { importsOf, isProduct, isScript, isTest, targetOf, type Rule } from './rule.ts'

/** Which top folders and which packages each top folder may import; `*` is every package. */
const MAY_IMPORT: Record<string, { folders: string[]; packages: string[] }> = {
  domain: { folders: ['domain'], packages: [] },
  contract: { folders: ['contract', 'domain'], packages: ['zod'] },
  server: { folders: ['server', 'contract', 'domain'], packages: ['*'] },
  web: { folders: ['web', 'contract', 'domain'], packages: ['*'] },
}
const FOR_TESTS = { folders: ['test'], packages: ['vitest', 'fast-check', 'node:'] }

const topFolder = (path: string) => path.split('/')[0]!

const packageOf = (specifier: string) =>
  specifier.startsWith('node:') ? 'node:' : specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')

const direction: Rule = {
  law: 'imports go one way: domain, then contract, then server and web, which never meet',
  instead:
    'Move a rule that both sides need to domain/, and what crosses the wire to contract/. domain/ imports nothing but itself, contract/ only domain/ and zod.',
  find: ({ path, text }) => {
    const allowed = MAY_IMPORT[topFolder(path)]
    if (!allowed || !isScript(path)) return []
    const folders = isTest(path) ? [...allowed.folders, ...FOR_TESTS.folders] : allowed.folders
    const packages = isTest(path) ? [...allowed.packages, ...FOR_TESTS.packages] : allowed.packages
    return importsOf(text).filter((specifier) => {
      const file = targetOf(path, specifier)
      if (file) return !folders.includes(topFolder(file))
      return !packages.includes('*') && !packages.includes(packageOf(specifier))
    })
  },
  keeps: [
    { path: 'domain/booking.ts', text: `import { tierOf } from './tier.ts'` },
    { path: 'domain/booking.test.ts', text: `import { test } from 'vitest'` },
    {
      path: 'contract/place.ts',
      text: `import * as z from 'zod/mini'\nimport { isDate } from '../domain/madrid-time.ts'`,
    },
    { path: 'server/features/places/routes.ts', text: `import { room } from '../../../contract/place.ts'` },
    { path: 'web/api/client.ts', text: `// import '../server/main.ts'\nimport { useState } from 'react'` },
    { path: 'bench/booking.ts', text: `import { buildApp } from '../server/build-app.ts'` },
  ],
  breaks: [
    { path: 'domain/booking.ts', text: `import * as z from 'zod/mini'` },
    { path: 'domain/booking.ts', text: `import { room } from '../contract/place.ts'` },
    { path: 'contract/place.ts', text: `import { sql } from 'kysely'` },
    { path: 'contract/place.ts', text: `export { now } from '../web/browser/clock.ts'` },
    { path: 'server/main.ts', text: `import { paths } from '../web/paths.ts'` },
    { path: 'web/routes.tsx', text: `const env = await import('../server/env.ts')` },
    { path: 'server/main.ts', text: `import { makeMember } from '../test/make.ts'` },
  ],
}

const testTools: Rule = {
  law: 'what runs for users never imports the tools of the tests',
  instead: 'Only *.test.ts files and test/ import vitest, fast-check or Playwright.',
  find: ({ path, text }) =>
    isProduct(path) && isScript(path) && !isTest(path)
      ? importsOf(text).filter((specifier) =>
          /^(vitest|fast-check|@playwright|@vitest)(\/|$)/.test(specifier),
        )
      : [],
  keeps: [{ path: 'server/env.test.ts', text: `import { test } from 'vitest'` }],
  breaks: [{ path: 'server/env.ts', text: `import { vi } from 'vitest'` }],
}

export const importRules = [direction, testTools]
