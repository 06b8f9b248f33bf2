import { expect, test } from 'vitest'
import { toKoreanWindows } from '../../../../test/korean-windows.ts'
import { decodeText } from './csv.ts'

test('a text whose encoding is guessed wrong is read in the one that is chosen', () => {
  // These letters of Korean Windows are letters of UTF-8 as well.
  const korean = toKoreanWindows('탁호철')
  expect(decodeText(korean)).toMatchObject({ encoding: 'UTF-8' })
  expect(decodeText(korean).text).not.toBe('탁호철')
  expect(decodeText(korean, 'EUC-KR')).toEqual({ text: '탁호철', encoding: 'EUC-KR' })
  // Another program cut the last letter off in its middle.
  const cut = new TextEncoder().encode('누리').subarray(0, -1)
  expect(decodeText(cut)).toMatchObject({ encoding: 'EUC-KR' })
  expect(decodeText(cut, 'UTF-8')).toEqual({ text: '누\ufffd', encoding: 'UTF-8' })
})

test('UTF-16 without its mark is read in the order that is chosen', () => {
  const bytes = Uint8Array.from(
    Array.from('이름').flatMap((sign) => [sign.charCodeAt(0) >> 8, sign.charCodeAt(0) & 255]),
  )
  expect(decodeText(bytes, 'UTF-16BE').text).toBe('이름')
})
