import { describe, expect, test } from 'vitest'
import { goLiveWarnings, isNobodysAddress, isOpen, type GoLiveFacts } from './go-live.ts'

const READY: GoLiveFacts = {
  host: '127.0.0.1',
  public_url: 'https://visit.fairslot.kr',
  has_mail_server: true,
  has_sample_member: false,
  has_printed_password: false,
}
const FIRST_START: GoLiveFacts = {
  host: '127.0.0.1',
  public_url: 'http://localhost:3000',
  has_mail_server: false,
  has_sample_member: true,
  has_printed_password: true,
}

describe('warnings before going live', () => {
  test('do not appear while only this machine can connect', () => {
    expect(goLiveWarnings(FIRST_START)).toEqual([])
    for (const host of ['localhost', '127.0.0.2', '::1'])
      expect(goLiveWarnings({ ...FIRST_START, host, public_url: 'http://[::1]:3000' })).toEqual([])
  })

  test('all appear when an untouched installation is open to the network', () => {
    expect(goLiveWarnings({ ...FIRST_START, host: '0.0.0.0' })).toEqual([
      'sample_member',
      'local_links',
      'mail_files',
      'printed_password',
    ])
  })

  test('behind a proxy, the public address decides', () => {
    const facts = { ...FIRST_START, public_url: 'https://visit.fairslot.kr' }
    expect(isOpen(facts)).toBe(true)
    expect(goLiveWarnings(facts)).toEqual(['sample_member', 'mail_files', 'printed_password'])
    expect(goLiveWarnings(READY)).toEqual([])
  })
})

test.each([
  ['contact@fairslot.example', true],
  ['contact@example.com', true],
  ['desk@localhost', true],
  ['desk@fairslot.kr', false],
  ['example@fairslot.kr', false],
  ['desk@myexample.com', false],
])('%s is an undeliverable address: %s', (email, isNobodys) => {
  expect(isNobodysAddress(email)).toBe(isNobodys)
})
