import { expect, test } from 'vitest'
import { conflictingFields } from './edit-conflict.ts'

const stored = { name: '김하늘', floor: 3, is_vip: false }

test.each([
  ['nothing is expected', {}, { name: '이바다' }, []],
  ['it is still as expected', stored, { name: '이바다', floor: 4 }, []],
  ['one field has changed and would be set back', { ...stored, floor: 2 }, { floor: 2 }, ['floor']],
  ['one field has changed and would be changed again', { ...stored, floor: 2 }, { floor: 9 }, ['floor']],
  ['the same change was made twice', { ...stored, name: '이바다' }, {}, []],
  ['a box was unticked meanwhile', { ...stored, is_vip: true }, { is_vip: true }, ['is_vip']],
  ['only one field is expected', { floor: 3 }, { name: '이바다' }, []],
  ['two fields have changed', { name: '이바다', floor: 2 }, { name: '박산', floor: 2 }, ['name', 'floor']],
])('when %s', (_when, expected, wanted, lost) => {
  expect(conflictingFields(expected, stored, { ...stored, ...wanted })).toEqual(lost)
})

const visit = { visitor: { name: '김하늘', count: 5 }, note: null }

test.each([
  ['a field of a part has changed', { visitor: { name: '김하늘', count: 3 } }, ['visitor.count']],
  ['no text is expected, or an empty one', { note: '' }, []],
  ['a text is expected where there is none', { note: '주차' }, ['note']],
])('when %s', (_when, expected, lost) => {
  const wanted = { visitor: { name: '이바다', count: 9 }, note: '휠체어' }
  expect(conflictingFields(expected, visit, wanted)).toEqual(lost)
})
