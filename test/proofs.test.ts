import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

/** A named file of tests, and the titles of tests in it. */
const PROOF = /`([\w./-]+\.(?:test|e2e)\.ts)`((?:,? "[^"]+")*)/g

test.each([
  'docs/engineering/security.md',
  'docs/engineering/asvs.md',
  'docs/engineering/reliability.md',
  'test/planted-faults.md',
])('%s names only tests that are there', (page) => {
  const named = [...read(page).matchAll(PROOF)].map(([, file, words]) => ({ file: file!, words: words! }))
  expect(named.length).toBeGreaterThan(10)
  const missing = named.flatMap(({ file, words }) => {
    if (!existsSync(join(ROOT, file))) return [file]
    const text = read(file)
    return [...words.matchAll(/"([^"]+)"/g)]
      .filter(([, word]) => !text.includes(word!))
      .map(([word]) => `${file} ${word}`)
  })
  expect(missing).toEqual([])
})

test('docs/engineering/asvs.md has each requirement once, and counts them by level and state', () => {
  const page = read('docs/engineering/asvs.md')
  const rows = [...page.matchAll(/^\| (V[\d.]+) \| [^|]+ \| ([12]) \| (met|not met|not applicable) \|/gm)]
  expect(rows).toHaveLength(page.split('\n').filter((line) => line.startsWith('| V')).length)
  expect(new Set(rows.map(([, number]) => number)).size).toBe(rows.length)
  for (const level of ['1', '2']) {
    const states = rows.filter((row) => row[2] === level).map((row) => row[3])
    const counts = ['met', 'not met', 'not applicable'].map(
      (state) => states.filter((each) => each === state).length,
    )
    expect(page).toContain(`| ${[level, states.length, ...counts].join(' | ')} |`)
  }
})
