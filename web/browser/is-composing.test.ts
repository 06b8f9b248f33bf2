import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isComposing } from './is-composing.ts'

test('the Enter that ends a Korean syllable is not an Enter of the screen', () => {
  expect(isComposing({ keyCode: 229 })).toBe(true)
  expect(isComposing({ keyCode: 13 })).toBe(false)
})

test('every handler of Enter, Escape and shortcuts asks whether a syllable is being composed', () => {
  const handlers = globSync('web/**/*.{ts,tsx}', { exclude: (name) => name.includes('.test.') }).filter(
    (file) => /event\.key [!=]== (?:'Enter'|'Escape'|key\b)|event\.repeat\b/.test(readFileSync(file, 'utf8')),
  )
  expect(handlers.length).toBeGreaterThan(7)
  expect(handlers.filter((file) => !readFileSync(file, 'utf8').includes('isComposing('))).toEqual([])
})
