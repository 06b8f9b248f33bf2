import { expect, test } from 'vitest'
import { readWatched, writeWatched } from './watched.ts'

test('watched topics survive writing and reading', () => {
  const watched = new Map([
    ['schedule:2026-11-20', 'hcl14TiZc2LKGHSoZkoUgkX1J-E'],
    ['mine', ''],
  ])
  const text = writeWatched(watched)
  expect(text).toBe('mine,schedule:2026-11-20~hcl14TiZc2LKGHSoZkoUgkX1J-E')
  expect(new Map(readWatched(text))).toEqual(watched)
})

test.each(['mine~with blanks', `mine~${'x'.repeat(101)}`, '~hash', 'mine~a~b', 'nothing~hash'])(
  'what is no hash of a topic (%j) is refused',
  (text) => {
    expect(readWatched(text)).toBeNull()
  },
)

test('too many topics are refused', () => {
  const rooms = Array.from({ length: 9 }, (_, i) => `room:${i + 1}`)
  expect(readWatched(rooms.join())).toBeNull()
  expect(readWatched(rooms.slice(1).join())?.size).toBe(8)
})
