import { expect, test } from 'vitest'
import { makeAddressList } from './address-list.ts'

test.each([
  ['127.0.0.1', true],
  ['127.8.8.8', true],
  ['::1', true],
  // IPv4, as a socket for both kinds names it.
  ['::ffff:127.0.0.1', true],
  ['10.1.2.3', true],
  ['fd00::7', true],
  ['10.1.2.4', false],
  ['::ffff:10.1.2.4', false],
  ['192.168.1.20', false],
  ['2001:db8::1', false],
  ['nonsense', false],
])('%s is listed: %s', (address, isListed) => {
  const list = makeAddressList(['127.0.0.0/8', '::1', '10.1.2.3', 'fd00::/8'])
  expect(list(address)).toBe(isListed)
})

test('an empty list holds nobody', () => {
  expect(makeAddressList([])('127.0.0.1')).toBe(false)
})
