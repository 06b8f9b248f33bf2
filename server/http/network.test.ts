import { expect, test } from 'vitest'
import { networkOf, networksAround } from './network.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:0db8:0001:0002::/64'],
  ['2001:db8:1:2::6', '2001:0db8:0001:0002::/64'],
  ['2001:0DB8:0001:0002::', '2001:0db8:0001:0002::/64'],
  ['2001:db8::1', '2001:0db8:0000:0000::/64'],
  ['::1', '0000:0000:0000:0000::/64'],
  ['fe80::1%eth0', 'fe80:0000:0000:0000::/64'],
  ['64:ff9b::203.0.113.7', '0064:ff9b:0000:0000::/64'],
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test('an IPv6 network also counts as the /56 and the /48 around it', () => {
  expect(networksAround(networkOf('2001:db8:1:2ff::1'))).toEqual([
    '2001:0db8:0001:02ff::/64',
    '2001:0db8:0001:02%',
    '2001:0db8:0001:%',
  ])
  expect(networksAround(networkOf('203.0.113.7'))).toEqual(['203.0.113.7'])
})
