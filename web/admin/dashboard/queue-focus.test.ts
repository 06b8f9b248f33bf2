import { expect, test } from 'vitest'
import { changeFocus, NO_FOCUS, type FocusChange } from './queue-focus.ts'

const after = (...changes: FocusChange[]) => changes.reduce(changeFocus, { ...NO_FOCUS, ids: [1, 2, 3] })

test.each([
  ['from elsewhere to the first row', [{ step: 1 }], 1],
  ['also backwards', [{ step: -1 }], 1],
  ['on', [{ entered: 2 }, { step: 1 }], 3],
  ['back', [{ entered: 2 }, { step: -1 }], 1],
  ['nowhere at the end', [{ entered: 3 }, { step: 1 }], 3],
  ['back from the end that is decided', [{ entered: 3 }, { step: 1, orBack: true }], 2],
  ['nowhere from the only one', [{ ids: [2] }, { entered: 2 }, { step: 1, orBack: true }], 2],
  ['nowhere when nothing waits', [{ ids: [] }, { step: 1 }], null],
] as [string, FocusChange[], number | null][])('a key leads %s', (_where, changes, row) => {
  expect(after(...changes)).toMatchObject({ row, moves: 1 })
})

test.each([
  ['stays with its row, wherever that goes', [3, 2], 2],
  ['goes to the next one when its row is decided', [1, 3], 3],
  ['goes to the next one that is left', [1, 4], 1],
  ['goes to the one before when the last is decided', [1], 1],
  ['is given back when nothing is left', [], null],
])('the focus %s', (_what, ids, row) => {
  expect(after({ entered: 2 }, { ids })).toEqual({ ids, row, moves: 0 })
})

test('a dialog that gives the focus back to the row that was decided in it leads on to the next', () => {
  const decided = [{ entered: 2 }, { ids: [1, 3] }, { entered: 2 }]
  expect(after(...decided)).toEqual({ ids: [1, 3], row: 3, moves: 1 })
})

test('a row that was decided and is come to by Tab is passed, and not sent away from', () => {
  expect(after({ ids: [1, 3] }, { entered: 1 }, { left: 1 }, { entered: 2 })).toMatchObject({
    moves: 0,
  })
})

test('what follows a row that was left in the same moment as others is its next neighbour', () => {
  expect(after({ ids: [1, 2, 3, 4, 5] }, { entered: 3 }, { ids: [2, 4, 5] }).row).toBe(4)
})

test('the focus that goes elsewhere is nobody’s, and leaves nothing behind when another row has it', () => {
  expect(after({ entered: 2 }, { left: 2 }).row).toBeNull()
  expect(after({ entered: 2 }, { entered: 3 }, { left: 2 }).row).toBe(3)
})

test('a page that tells of the focus where a key led moves nothing a second time', () => {
  const moved = after({ step: 1 })
  expect(changeFocus(moved, { entered: 1 })).toBe(moved)
})

test('the page follows a key also when the list was read anew in the same moment', () => {
  expect(after({ step: 1 }, { ids: [1, 2, 3, 4] })).toMatchObject({ row: 1, moves: 1 })
})
