import { expect, test } from 'vitest'
import { toKoreanWindows } from '../../../../test/korean-windows.ts'
import { decodeText } from './csv.ts'

test('a text whose encoding is guessed wrong is read in the one that is chosen', () => {
  // These letters of Korean Windows are letters of UTF-8 as well.
  const korean = toKoreanWindows('탁호철')
  expect(decodeText(korean)).toMatchObject({ encoding: 'UTF-8' })
  expect(decodeText(korean).text).not.toBe('탁호철')
  expect(decodeText(korean, 'EUC-KR')).toEqual({ text: '탁호철', encoding: 'EUC-KR' })
})

test('a text that another program cut off in the middle of a letter is still read as UTF-8', () => {
  const cut = new TextEncoder().encode('누리').subarray(0, -1)
  expect(decodeText(cut)).toEqual({ text: '누\ufffd', encoding: 'UTF-8' })
})

test.each(['José Núñez Ibáñez;Peña y Cía', 'Jürgen Müller;Größe GmbH', 'François Lefèvre'])(
  'a list from a Western European Excel keeps its names: %s',
  (text) => {
    const bytes = Uint8Array.from(text, (sign) => sign.charCodeAt(0))
    expect(decodeText(bytes)).toEqual({ text, encoding: 'Windows-1252' })
  },
)

test('UTF-16 without its mark is read in the order that is chosen', () => {
  const bytes = Uint8Array.from(
    Array.from('이름').flatMap((sign) => [sign.charCodeAt(0) >> 8, sign.charCodeAt(0) & 255]),
  )
  expect(decodeText(bytes, 'UTF-16BE').text).toBe('이름')
})
