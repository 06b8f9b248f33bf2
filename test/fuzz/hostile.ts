import type { Schema } from './document.ts'
import type { Random } from './random.ts'

const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: [nested(depth - 1)] })

const HOSTILE: readonly (() => unknown)[] = [
  () => null,
  () => true,
  () => '',
  () => '   ',
  () => -1,
  () => 0,
  () => 0.1,
  () => 1e308,
  () => Number.MAX_SAFE_INTEGER,
  () => 2_147_483_648,
  () => 2 ** 63,
  () => '9223372036854775808',
  () => '1',
  () => [],
  () => [null],
  () => ({}),
  () => nested(200),
  () => '\u0000',
  () => 'a\u0000b',
  () => '\ud800',
  () => '한\udc00빛',
  () => '한빛전자 박지민'.normalize('NFD'),
  () => '👩‍👩‍👧‍👦'.repeat(30),
  () => '\u202e\u2066مرحبا',
  () => 'x'.repeat(100_000),
  () => '\n\r\t',
  () => '<script>alert(1)</script>',
  () => "'; drop table slots; --",
  () => '%_\\',
  () => '=1+1',
  () => '9999-12-31',
  () => '0000-00-00',
  () => '2026-02-30',
  () => '2026-11-20T10:00:00',
  () => '+275760-09-13T00:00:00Z',
  () => '24:00',
  () => '25:61',
  () => ({ __proto__: { is_vip: true }, constructor: 1 }),
  () => JSON.parse('{"__proto__": {"is_vip": true}}') as unknown,
  () => 'NaN',
  () => 'ftp://[::1]:99999/',
]

export const hostile = (random: Random) => random.oneOf(HOSTILE)()

/** One step inside or outside of a limit. */
export function boundary(schema: Schema, random: Random): unknown {
  const limit = (name: string) => (typeof schema[name] === 'number' ? [schema[name]] : [])
  const numbers = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'].flatMap(limit)
  const lengths = ['minLength', 'maxLength'].flatMap(limit)
  const step = random.oneOf([-1, 0, 1])
  if (numbers.length > 0) return random.oneOf(numbers) + step
  const letter = random.oneOf(['가', 'x', '😀'])
  if (lengths.length > 0) return letter.repeat(Math.max(random.oneOf(lengths) + step, 0))
  return hostile(random)
}

/** As they stand in an address. */
export const HOSTILE_PARTS = [
  '%00',
  '%',
  '%ED%A0%80',
  '%FF%FE',
  '..%2f..',
  '0',
  '-1',
  '1e3',
  '01',
  '%20',
  '*',
  'null',
]
