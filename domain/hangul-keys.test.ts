import { expect, test } from 'vitest'
import { latinKeys } from './hangul-keys.ts'

const LATIN = 'qwertyuiopasdfghjklzxcvbnm'
const HANGUL = 'ㅂㅈㄷㄱㅅㅛㅕㅑㅐㅔㅁㄴㅇㄹㅎㅗㅓㅏㅣㅋㅌㅊㅍㅠㅜㅡ'
const SHIFTED = { ㅃ: 'Q', ㅉ: 'W', ㄸ: 'E', ㄲ: 'R', ㅆ: 'T', ㅒ: 'O', ㅖ: 'P' }

test.each([...Array.from(HANGUL, (jamo, at) => [jamo, LATIN[at]!] as const), ...Object.entries(SHIFTED)])(
  'the key that types %s types %s on a Latin keyboard',
  (jamo, letter) => expect(latinKeys(jamo)).toBe(letter),
)

test.each([
  ['5ㅋㅅㅇ22', '5ztd22'],
  ['사', 'tk'],
  ['ㅅㅏ', 'tk'],
  ['사'.normalize('NFD'), 'tk'],
  ['과', 'rhk'],
  ['닭', 'ekfr'],
  ['넋을', 'sjrtdmf'],
  ['ㄳㅘ', 'rthk'],
  ['뙈쀍', 'EhoQnpfr'],
  ['ㅗㅅ세://채ㅇㄷ', 'http://code'],
  ['K7M 2QX', 'K7M 2QX'],
  ['Café', 'Café'],
])('%s is typed with the keys %s', (typed, keys) => expect(latinKeys(typed)).toBe(keys))

test('the keys are the same whether or not an input method joins the letters', () => {
  const [leading, vowels, trailing] = ['rRseEfaqQtTdwWczxvg', 'koiOjpuPhynbml', 'rRsefaqtTdwczxvg']
  for (const a of leading)
    for (const b of vowels)
      for (const c of trailing) {
        const jamo = [a, b, c].map((key) => [...HANGUL_BY_KEY].find(([, letter]) => letter === key)![0])
        expect(latinKeys(joined(jamo))).toBe(a + b + c)
      }
})

const HANGUL_BY_KEY = new Map([
  ...Array.from(HANGUL, (jamo, at) => [jamo, LATIN[at]!] as const),
  ...Object.entries(SHIFTED),
])
/** Compatibility jamo as one syllable, as an input method joins them. */
const joined = ([a, b, c]: string[]) => {
  const LEADING = 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ'
  const VOWELS = 'ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ'
  const TRAILING = ' ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ'
  return String.fromCharCode(
    0xac00 + (LEADING.indexOf(a!) * 21 + VOWELS.indexOf(b!)) * 28 + TRAILING.indexOf(c!),
  )
}
