import { nationalPhone } from './phone.ts'

// Letters that no accent makes of another one, and those that two stand for. Written out, and not left to what a runtime
// takes for a small letter: the database does the same by the same tables, whatever its language is set to.
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
// Spaces and hyphens of every kind: they part the same phone, name or company here and not there.
const GAPS = /[\t-\r \u00a0\u2000-\u200a\u3000\u2010-\u2015\u2212-]/g

/**
 * A text as searches compare it: without case, accents, hyphens and spaces. A syllable of Hangul stays whole, so that
 * 하 does not find 한. The database has the same in `search_key`.
 */
export const searchKey = (text: string): string =>
  text
    .normalize('NFD')
    .replace(MARKS, '')
    .replace(GAPS, '')
    .replace(LETTER, (letter) => REPLACED.get(letter)!)
    .normalize('NFC')

/** The words of a search, each as its search key; all of them have to be found somewhere. */
export const searchWords = (search: string): string[] =>
  nationalPhone(search.trim()).split(/\s+/).map(searchKey).filter(Boolean)

/** True when every word is found in one of the texts. */
export function hasWords(texts: readonly string[], words: readonly string[]): boolean {
  const keys = texts.map(searchKey)
  return words.every((word) => keys.some((text) => text.includes(word)))
}
