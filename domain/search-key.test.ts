import { describe, expect, test } from 'vitest'
import { hasWords, nameKey, searchKey, searchWords } from './search-key.ts'

const finds = (search: string, ...texts: string[]) => hasWords(texts, searchWords(search))

describe('a search', () => {
  test.each([
    ['lucia', 'Lucía Fernández'],
    ['LUCÍA', 'lucia'],
    ['muller', 'Müller'],
    ['strasse', 'Große Straße'],
    ['soren', 'Søren'],
    ['lodz', 'Łódź'],
    ['daech', 'Dæch'],
    ['istanbul', 'İSTANBUL'],
    ['οδοσ', 'Οδός'],
    ['иван', 'ИВАН'],
    ['saint denis', 'Saint-Denis'],
    ['saintdenis', 'Saint-Denis'],
    ['김서연', '김 서연'],
    ['01012345678', '010-1234-5678'],
    ['1234-56', '010-1234-5678'],
    ['+82 10-1234-5678', '010-1234-5678'],
    ['0082 10 1234', '010-1234-5678'],
    ['A–B', 'a-b'],
    ["D'Angelo", 'D’Angelo'],
    ["O'Connor", 'Oconnor'],
    ['oconnor', 'José O’Connor'],
  ])('%s finds %s', (search, text) => {
    expect(finds(search, text)).toBe(true)
  })

  test.each([
    ['하', '한빛전자'],
    ['ㅎ', '한빛전자'],
    ['lucio', 'Lucía'],
    ['50%', '500원'],
    ['a_b', 'axb'],
    ["O'Connor", 'Connery O’Hara'],
  ])('%s does not find %s', (search, text) => {
    expect(finds(search, text)).toBe(false)
  })

  test('finds texts that contain all its words anywhere', () => {
    expect(finds('한빛  박지민', '박지민', '한빛전자')).toBe(true)
    expect(finds('한빛 김서연', '박지민', '한빛전자')).toBe(false)
    expect(finds('지민한빛', '박지민', '한빛전자')).toBe(false)
  })

  test('with only hyphens, spaces and apostrophes finds everything', () => {
    expect(searchWords(' - – ’ ´')).toEqual([])
    expect(finds('-', '')).toBe(true)
  })
})

test('the search key of a search key is itself', () => {
  for (const text of ['Ångström', '한글 각', 'Æsir – ẞ', 'ガ', '각'])
    expect(searchKey(searchKey(text))).toBe(searchKey(text))
})

describe('at the login one name is', () => {
  test.each([
    ["O'Connor", 'O’Connor'],
    ['D’Angelo', 'D´Angelo'],
    ['José', 'jose'],
    ['허 준', '허준'],
    ['Anna-Lena', 'Anna\u2011Lena'],
    ['김\u200b하나', '김하나'],
    ['ＡＢＣ', 'abc'],
    ['박지민', '박지민'.normalize('NFD')],
  ])('%j and %j', (stored, typed) => {
    expect(nameKey(typed)).toBe(nameKey(stored))
  })

  test('never that of somebody else', () => {
    const keys = ['김하나', '김한아', '김하', 'José', 'Josef', "O'Connor", 'Connor'].map(nameKey)
    expect(new Set(keys).size).toBe(keys.length)
  })
})
