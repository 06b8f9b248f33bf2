import { describe, expect, test } from 'vitest'
import { adminNameFault } from './admin-name.ts'
import { accountName, ownScreen, roleOfGroups } from './sign-on.ts'

const RULES = [
  { role: 'owner', group: 'stand-owners' },
  { role: 'manager', group: 'stand-managers' },
  { role: 'desk', group: 'stand-desk' },
  { role: 'desk', group: 'hostesses' },
] as const

describe('the role of somebody who signs in through the identity provider', () => {
  test.each([
    [['stand-owners'], 'owner'],
    [['hostesses', 'sales'], 'desk'],
    [['stand-desk', 'stand-managers'], 'manager'],
    [['stand-managers', 'stand-owners', 'stand-desk'], 'owner'],
    [['sales'], undefined],
    [['Stand-Owners'], undefined],
    [[], undefined],
  ])('in %j is %s', (groups, role) => {
    expect(roleOfGroups(groups, RULES)).toBe(role)
  })
})

describe('the name of a new account', () => {
  test.each([
    ['김하나', [], '김하나'],
    ['  Jane   Smith ', [], 'Jane Smith'],
    ['Jane Smith (Sales) <jane@example.com>', [], 'Jane Smith Sales jane example.com'],
    ['jane', ['JANE'], 'jane 2'],
    ['Jane', ['jane', 'Jane 2'], 'Jane 3'],
    ['', [], '관리자'],
    ['서버', [], '관리자'],
    ['API key', ['관리자'], '관리자 2'],
    ['pаypal', [], '관리자'],
    ['🙂', [], '관리자'],
  ])('%j, beside %j, is %j', (claimed, taken, name) => {
    expect(accountName(claimed, taken)).toBe(name)
  })

  test('is one that an administrator may have, however long the claimed one is', () => {
    const long = accountName('가'.repeat(80), ['가'.repeat(45)])
    expect(adminNameFault(long)).toBeNull()
    expect(long).toBe(`${'가'.repeat(45)} 2`)
  })
})

describe('the screen after the login', () => {
  test.each(['/admin/settings', '/admin/users/12', '/admin/reservation?tab=meetings&open=3'])(
    '%s is one of ours',
    (address) => {
      expect(ownScreen(address)).toBe(address)
    },
  )

  test.each([
    'https://evil.example.com/admin/settings',
    '//evil.example.com/admin/settings',
    '/\\evil.example.com/admin',
    '/admin/../dashboard',
    '/admin//evil.example.com',
    '/administrator',
    '/admin',
    'javascript:alert(1)',
    '/api/admin/sso/',
    '',
    ['/admin/settings', '/admin/users'],
    undefined,
  ])('%j is none', (address) => {
    expect(ownScreen(address)).toBeNull()
  })
})
