import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

/** A named file of tests, and the titles of tests in it. */
const PROOF = /`([\w./-]+\.(?:test|e2e)\.ts)`((?:,? "[^"]+")*)/g

test.each(['docs/security.md', 'docs/reliability.md', 'test/planted-faults.md'])(
  '%s names only tests that are there',
  (page) => {
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
  },
)
