import fc from 'fast-check'
import { expect, test } from 'vitest'
import { searchKey } from '../../domain/search-key.ts'
import { useTestApp } from '../../test/fixture.ts'

const app = useTestApp()

const between = (from: number, to: number) =>
  fc.integer({ min: from, max: to }).map((code) => String.fromCodePoint(code))

/** Letters that people write names in: Latin with all its accents, Greek, Cyrillic, Hangul and its halves, kana, signs, emoji. */
const letter = fc.oneof(
  { weight: 4, arbitrary: between(0x20, 0x7e) },
  { weight: 4, arbitrary: between(0xa0, 0x24f) },
  between(0x300, 0x36f),
  between(0x370, 0x373),
  between(0x384, 0x38a),
  between(0x38e, 0x3a1),
  between(0x3a3, 0x52f),
  between(0x1100, 0x11ff),
  between(0x1e00, 0x1eff),
  between(0x1f00, 0x1f15),
  between(0x2000, 0x2027),
  between(0x2030, 0x205e),
  between(0x2150, 0x218b),
  between(0x3000, 0x30ff),
  between(0x3131, 0x318e),
  between(0x4e00, 0x4fff),
  { weight: 3, arbitrary: between(0xac00, 0xd7a3) },
  between(0xff01, 0xff5e),
  between(0x1f600, 0x1f64f),
  // Some that are one letter and some that become one: 한 in its three parts, 각 in two.
  fc.constantFrom('\t', '\n', 'Å', 'ß', 'ẞ', 'İ', 'ς', '가', 'ガ', '\u1112\u1161\u11ab', '\uac00\u11a8'),
)

/** Letters of which almost every text is made alone, with one in forty that is none of them. */
const plain = fc.oneof(
  { weight: 20, arbitrary: between(0x01, 0x7f) },
  { weight: 19, arbitrary: fc.oneof(between(0xac00, 0xd7a3), fc.constant('·')) },
  letter,
)

test.each([
  ['a text of all kinds of letters', letter],
  ['an ordinary text', plain],
])('the database makes the search key of %s exactly as the program does', async (_, unit) => {
  const texts = fc.sample(fc.string({ unit, maxLength: 40 }), { numRuns: 4_000, seed: 20_261_120 })
  const { rows } = await app.pool.query<{ key: string }>(
    'select search_key(text) as key from unnest($1::text[]) with ordinality as t (text, n) order by n',
    [texts],
  )
  expect(rows.map(({ key }) => key)).toEqual(texts.map(searchKey))
})

test('whatever the language of the database is', async () => {
  const { rows } = await app.pool.query<{ key: string }>(
    `select search_key('ÉCOLE Straße İstanbul' collate "C") as key`,
  )
  expect(rows[0]!.key).toBe('ecolestrasseistanbul')
})
