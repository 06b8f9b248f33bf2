import { nationalPhone } from './phone.ts'

// Must equal the database's `search_key`, whatever its locale.
const LETTERS = {
  from: 'ABCDEFGHIJKLMNOPQRSTUVWXYZøØłŁđĐðÐħĦıŋŊŧŦΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣςΤΥΦΧΨΩАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ',
  to: 'abcdefghijklmnopqrstuvwxyzoollddddhhinnttαβγδεζηθικλμνξοπρσστυφχψωабвгдежзиклмнопрстуфхцчшщъыьэюя',
}
const PAIRS = { ß: 'ss', ẞ: 'ss', æ: 'ae', Æ: 'ae', œ: 'oe', Œ: 'oe', þ: 'th', Þ: 'th' } as const

const REPLACED: ReadonlyMap<string, string> = new Map([
  ...Array.from(LETTERS.from, (letter, i) => [letter, LETTERS.to[i]!] as const),
  ...Object.entries(PAIRS),
])
const LETTER = new RegExp(`[${[...REPLACED.keys()].join('')}]`, 'g')

const MARKS = /[\u0300-\u036f]/g
const GAPS = /[\t-\r \u00a0\u2000-\u200a\u3000\u2010-\u2015\u2212-]/g

/** Ignores case, accents, hyphens and spaces; Hangul syllables stay whole. */
export const searchKey = (text: string): string =>
  text
    .normalize('NFD')
    .replace(MARKS, '')
    .replace(GAPS, '')
    .replace(LETTER, (letter) => REPLACED.get(letter)!)
    .normalize('NFC')

const APOSTROPHES = /['’‘‛ʼʻ`´′]|\p{DI}/gu

/** For logins. */
export const nameKey = (name: string): string => searchKey(name.normalize('NFKC').replace(APOSTROPHES, ''))

/** Split at apostrophes, so that any kind finds any other. */
export const searchWords = (search: string): string[] =>
  nationalPhone(search.trim()).replace(APOSTROPHES, ' ').split(/\s+/).map(searchKey).filter(Boolean)

/** The usual ones are ignored in what is searched: `oconnor` finds O’Connor. */
export function hasWords(texts: readonly string[], words: readonly string[]): boolean {
  const keys = texts.map((text) => searchKey(text.replace(/['’]/g, '')))
  return words.every((word) => keys.some((text) => text.includes(word)))
}
