import { expect, test } from 'vitest'
import { bareCode } from './verification-code.ts'

test.each([
  ['AB3K9Q', 'AB3K9Q'],
  ['AB3 K9Q', 'AB3K9Q'],
  [' AB3K9Q\n', 'AB3K9Q'],
  ['AB3-K9Q', 'AB3K9Q'],
  ['A B 3 – K 9 Q', 'AB3K9Q'],
  ['\u00a0AB3K\r\n9Q\u200b', 'AB3K9Q'],
  ['ab3k9q', 'ab3k9q'],
  ['AB3.K9Q', 'AB3.K9Q'],
  [' - \n', ''],
])('%j pasted gives the code %j', (copied, code) => {
  expect(bareCode(copied)).toBe(code)
})
