import { describe, expect, test } from 'vitest'
import { nearestCell, spotAfter, type Cell } from './timeline-keys.ts'

const block = (from: number, until: number): Cell => ({ from, until, isBlock: true })
const free = (from: number, until: number): Cell => ({ from, until, isBlock: false })

/** Three rows with things in them, and an empty one between. */
const rows = [
  [block(600, 630), free(630, 640), free(640, 650), block(700, 730)],
  [],
  [free(540, 550), block(605, 625), free(645, 655)],
  [free(300, 310)],
]

describe('a key leads', () => {
  test.each([
    ['right to the next in time', { row: 0, cell: 0 }, 'ArrowRight', { row: 0, cell: 1 }],
    ['left to the one before', { row: 0, cell: 3 }, 'ArrowLeft', { row: 0, cell: 2 }],
    ['nowhere from the last one', { row: 0, cell: 3 }, 'ArrowRight', null],
    ['nowhere from the first one', { row: 0, cell: 0 }, 'ArrowLeft', null],
    ['to the first of the row', { row: 0, cell: 2 }, 'Home', { row: 0, cell: 0 }],
    ['to the last of the row', { row: 0, cell: 0 }, 'End', { row: 0, cell: 3 }],
    ['down, over an empty row, to the nearest', { row: 0, cell: 1 }, 'ArrowDown', { row: 2, cell: 1 }],
    ['up to what covers its begin', { row: 2, cell: 1 }, 'ArrowUp', { row: 0, cell: 0 }],
    ['nowhere above the first row', { row: 0, cell: 0 }, 'ArrowUp', null],
    ['nowhere below the last row', { row: 3, cell: 0 }, 'ArrowDown', null],
    ['nowhere when it is another key', { row: 0, cell: 0 }, 'a', null],
  ])('%s', (_what, from, key, to) => {
    expect(spotAfter((row) => rows[row], from, key, false)).toEqual(to)
  })

  test.each([
    ['right', { row: 0, cell: 0 }, 'ArrowRight', { row: 0, cell: 3 }],
    ['left', { row: 0, cell: 2 }, 'ArrowLeft', { row: 0, cell: 0 }],
    ['down', { row: 0, cell: 2 }, 'ArrowDown', { row: 2, cell: 1 }],
    ['nowhere where only free times follow', { row: 2, cell: 1 }, 'ArrowDown', null],
  ])('%s from reservation to reservation with Control', (_what, from, key, to) => {
    expect(spotAfter((row) => rows[row], from, key, true)).toEqual(to)
  })
})

test.each([
  [600, 0],
  [629, 0],
  [630, 1],
  [690, 3],
  [670, 2],
  [0, 0],
  [1400, 3],
])('nearest to minute %i is cell %i', (minute, cell) => {
  expect(nearestCell(rows[0], minute)).toBe(cell)
})
