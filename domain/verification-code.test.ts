import { expect, test } from 'vitest'
import { bareCode, codeDelay } from './verification-code.ts'

test.each([
  ['AB3K9Q', 'AB3K9Q'],
  ['AB3 K9Q', 'AB3K9Q'],
  [' AB3K9Q\n', 'AB3K9Q'],
  ['AB3-K9Q', 'AB3K9Q'],
  ['A B 3 – K 9 Q', 'AB3K9Q'],
  ['\u00a0AB3K\r\n9Q\u200b', 'AB3K9Q'],
  ['ab3k9q', 'ab3k9q'],
  ['ＴＢＹ４－ｋｃ', 'TBY4kc'],
  // Rewriting what a Hangul keyboard is composing would break it.
  ['5ㅋㅅ머', '5ㅋㅅ머'],
  ['AB3.K9Q', 'AB3.K9Q'],
  [' - \n', ''],
])('%j pasted gives the code %j', (copied, code) => {
  expect(bareCode(copied)).toBe(code)
})

test.each([
  ['few mails wait', 200, 600, 0],
  ['the network asked for few', 900, 60, 0],
  ['a flood, from a busy network', 201, 61, 100_500],
  ['a long queue', 900, 600, 120_000],
])('a code is delayed, if %s: %i waiting, %i asked, %i ms', (_what, waiting, asked, ms) => {
  expect(codeDelay({ waiting, asked })).toBe(ms)
})
