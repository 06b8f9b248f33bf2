import { expect, test } from 'vitest'
import { makeReach } from './address.ts'

const reach = makeReach([])

test.each([
  '127.0.0.1',
  '127.8.8.8',
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '2001::1',
  'fc00::1',
  'fd12::1',
  'fe80::1',
  'ff02::1',
])('%s is no address that a webhook may reach', (address) => {
  expect(reach.refuses(address, 'https:')).toBe('private_address')
})

test.each(['8.8.8.8', '172.32.0.1', '2606:4700:4700::1111'])('%s is, over HTTPS alone', (address) => {
  expect(reach.refuses(address, 'https:')).toBeNull()
  expect(reach.refuses(address, 'http:')).toBe('not_https')
})

test('what the environment allows may be reached, without HTTPS too, and nothing beside it', () => {
  const own = makeReach(['10.0.0.0/24', '::1'])
  expect(own.refuses('10.0.0.7', 'http:')).toBeNull()
  expect(own.refuses('::1', 'http:')).toBeNull()
  expect(own.refuses('10.0.1.7', 'https:')).toBe('private_address')
  expect(own.refuses('127.0.0.1', 'https:')).toBe('private_address')
})

test.each([
  ['https://127.0.0.1/', 'private_address'],
  ['https://2130706433/', 'private_address'],
  ['https://0x7f.1/', 'private_address'],
  ['https://[::1]/', 'private_address'],
  ['https://[::ffff:7f00:1]/', 'private_address'],
  ['https://localhost/', 'private_address'],
  ['https://db.localhost/', 'private_address'],
  ['http://gateway.example.com/', 'not_https'],
  ['https://gateway.example.com/', null],
  ['https://8.8.8.8/', null],
])('of the address %s an administrator hears at once: %s', (url, refused) => {
  expect(reach.refusesUrl(url)).toBe(refused)
})

test('a name is refused for the addresses that it stands for at that moment', async () => {
  const { promise, resolve } = Promise.withResolvers<Error | null>()
  // The hosts file of every machine.
  reach.lookupFor('https:')('localhost', { all: true }, (error) => resolve(error))
  expect(await promise).toMatchObject({ why: 'private_address' })
})
