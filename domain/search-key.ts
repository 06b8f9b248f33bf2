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

/** A regular expression, also in the database. */
export const APOSTROPHES = "['’‘‛ʼʻ`´′]"
const withoutApostrophes = (text: string) => text.replace(new RegExp(APOSTROPHES, 'g'), '')

/** For logins. */
export const nameKey = (name: string): string =>
  searchKey(withoutApostrophes(name.normalize('NFKC')).replace(/\p{DI}/gu, ''))

/** Ignores apostrophes too. */
const keyOf = (text: string) => searchKey(withoutApostrophes(text))

export const searchWords = (search: string): string[] =>
  nationalPhone(search.trim())
    .split(/[\s\p{DI}]+/u)
    .map(keyOf)
    .filter(Boolean)

export function hasWords(texts: readonly string[], words: readonly string[]): boolean {
  const keys = texts.map(keyOf)
  return words.every((word) => keys.some((text) => text.includes(word)))
}
