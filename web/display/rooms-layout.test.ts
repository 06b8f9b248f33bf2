import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gridOf } from './rooms-layout.ts'

const text = (count: number, isUpright: boolean) => {
  const { pages, columns, rows } = gridOf(count, isUpright)
  return `${columns} × ${rows}${pages > 1 ? ` on ${pages} pages` : ''}`
}

test.each([
  [1, '1 × 1', '1 × 1'],
  [3, '3 × 1', '1 × 3'],
  [4, '2 × 2', '1 × 4'],
  [6, '3 × 2', '2 × 3'],
  [8, '4 × 2', '2 × 4'],
  [9, '3 × 3', '2 × 5'],
  [12, '4 × 3', '2 × 6'],
  [13, '4 × 4', '2 × 7'],
  [20, '5 × 4', '2 × 10'],
  [21, '4 × 3 on 2 pages', '2 × 6 on 2 pages'],
  [25, '4 × 4 on 2 pages', '2 × 7 on 2 pages'],
  [40, '5 × 4 on 2 pages', '2 × 10 on 2 pages'],
])('%i rooms stand on a lying wall as %s, on an upright one as %s', (count, lying, upright) => {
  expect([text(count, false), text(count, true)]).toEqual([lying, upright])
})

test('every room has its place on some page, and no page is empty', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 200 }), fc.boolean(), (count, isUpright) => {
      const { pages, perPage, columns, rows } = gridOf(count, isUpright)
      expect(columns * rows).toBeGreaterThanOrEqual(perPage)
      expect(pages * perPage).toBeGreaterThanOrEqual(count)
      expect((pages - 1) * perPage).toBeLessThan(count)
    }),
  )
})
