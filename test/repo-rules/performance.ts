import { isProduct, isTest, type Rule } from './rule.ts'

const CLAIM = /^\/\/ Benchmark row: (.+)\n\/\/ \d[\d.]* with it, \d[\d.]* without\.$/m

const measured: Rule = {
  law: 'a mechanism for performance names its benchmark row, with and without it',
  instead:
    'Begin the file with "// Benchmark row: NAME" and "// 0.28 with it, 0.19 without.", as npm run bench prints the row. If no row changes by a tenth, remove the mechanism.',
  find: ({ path, text }, _paths, files) => {
    if (!isProduct(path) || isTest(path)) return []
    if (!text.includes('// Benchmark row:')) return []
    const row = CLAIM.exec(text)?.[1]
    if (row === undefined) return ['its first lines name no row with two figures']
    const isThere = files.some(
      (file) => file.path.startsWith('bench/rows/') && file.text.includes(`name: '${row}'`),
    )
    return isThere ? [] : [`npm run bench has no row "${row}"`]
  },
  keeps: [
    {
      path: 'server/database/faster.ts',
      text: '// Benchmark row: booking\n// 0.28 with it, 0.19 without.\n',
    },
  ],
  breaks: [
    { path: 'server/database/faster.ts', text: '// Benchmark row: approval\n// Much faster.\n' },
    { path: 'server/database/faster.ts', text: '// Benchmark row: tea\n// 2 with it, 1 without.\n' },
  ],
}

export const performanceRules = [measured]
