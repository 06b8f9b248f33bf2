import { describe, expect, test } from 'vitest'
import { browserRules } from './repo-rules/browsers.ts'
import { confirmedRule } from './repo-rules/confirmed.ts'
import { cycleRules } from './repo-rules/cycles.ts'
import { databaseRules } from './repo-rules/database.ts'
import { documentRules } from './repo-rules/documents.ts'
import { featureRule } from './repo-rules/features.ts'
import { folderRules } from './repo-rules/folders.ts'
import { importRules } from './repo-rules/imports.ts'
import { nameRules } from './repo-rules/names.ts'
import { packageRules } from './repo-rules/packages.ts'
import { performanceRules } from './repo-rules/performance.ts'
import { readProject } from './repo-rules/project-files.ts'
import { projectRules } from './repo-rules/projects.ts'
import { roomRules } from './repo-rules/rooms.ts'
import type { Rule, SourceFile } from './repo-rules/rule.ts'
import { styleRules } from './repo-rules/styles.ts'
import { translationRules } from './repo-rules/translation.ts'
import { wordRules } from './repo-rules/words.ts'

// The examples of the rules break them on purpose.
const files = readProject().filter(({ path }) => !path.startsWith('test/repo-rules'))
const paths = files.map(({ path }) => path)

const rules: Rule[] = [
  ...importRules,
  ...cycleRules,
  ...roomRules,
  featureRule,
  confirmedRule,
  ...folderRules,
  ...nameRules,
  ...wordRules,
  ...styleRules,
  ...translationRules,
  ...browserRules,
  ...databaseRules,
  ...packageRules,
  ...performanceRules,
  ...projectRules,
  ...documentRules,
]
const breaches = (rule: Rule, among: readonly SourceFile[], all: readonly string[]) =>
  among.flatMap((file) => rule.find(file, all, files).map((found) => `${file.path}: ${found}`))

describe.each(rules.map((rule) => [rule.law, rule] as const))('%s', (_law, rule) => {
  test('the project keeps it', () => {
    const found = breaches(rule, files, paths)
    expect(found, `The law: ${rule.law}.\n${rule.instead}\n${found.join('\n')}\n`).toEqual([])
  })

  test.each(rule.keeps.map((file) => [file.path, file.text, file] as const))(
    'an example that keeps it: %s with %j',
    (path, _text, file) => {
      expect(breaches(rule, [file], [path])).toEqual([])
    },
  )

  test.each(rule.breaks.map((file) => [file.path, file.text, file] as const))(
    'an example that breaks it: %s with %j',
    (path, _text, file) => {
      expect(breaches(rule, [file], [path])).not.toEqual([])
    },
  )
})

test('two migrations with one number are found', () => {
  const twice = ['server/database/0001_a.sql', 'server/database/0001_b.sql']
  const rule = databaseRules[0]!
  expect(twice.flatMap((path) => rule.find({ path, text: '' }, twice, []))).toHaveLength(2)
})

test('the laws are read over the whole project', () => {
  for (const folder of ['domain', 'contract', 'server', 'web', 'test']) {
    expect(paths.some((path) => path.startsWith(`${folder}/`))).toBe(true)
  }
  expect(paths).toContain('package-lock.json')
  expect(files.find(({ path }) => path === 'domain/slot.ts')?.text).toContain('slotTimes')
})
