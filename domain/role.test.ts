import { expect, test } from 'vitest'
import { isLastOwner, mayAct, ROLES } from './role.ts'

test('each role may do what the ones below it may', () => {
  const may = ROLES.map((role) => ROLES.filter((minimum) => mayAct(role, minimum)))
  expect(may).toEqual([['desk'], ['desk', 'manager'], ['desk', 'manager', 'owner']])
})

test('the only owner is the last one, and one of two is not', () => {
  const accounts = [
    { id: 1, role: 'owner' },
    { id: 2, role: 'manager' },
  ] as const
  expect([1, 2, 3].map((id) => isLastOwner(accounts, id))).toEqual([true, false, false])
  expect(isLastOwner([...accounts, { id: 3, role: 'owner' }], 1)).toBe(false)
})
