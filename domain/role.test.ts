import { expect, test } from 'vitest'
import { isLastOwner, mayAct, ROLES } from './role.ts'

test('each role may do what the ones below it may', () => {
  const may = ROLES.map((role) => ROLES.filter((minimum) => mayAct(role, minimum)))
  expect(may).toEqual([['desk'], ['desk', 'manager'], ['desk', 'manager', 'owner']])
})

test('the only owner is the last one, and one of two is not', () => {
  const issuer = null
  const accounts = [
    { id: 1, role: 'owner', issuer },
    { id: 2, role: 'manager', issuer },
  ] as const
  expect([1, 2, 3].map((id) => isLastOwner(accounts, id))).toEqual([true, false, false])
  expect(isLastOwner([...accounts, { id: 3, role: 'owner', issuer }], 1)).toBe(false)
  const signedOn = { id: 3, role: 'owner', issuer: 'https://login.example.com' } as const
  const guarded = [...accounts, signedOn]
  expect(
    [1, 3].map((id) => isLastOwner(guarded, id)),
    'no password would be left',
  ).toEqual([true, false])
  expect(isLastOwner([signedOn], 3)).toBe(true)
})
