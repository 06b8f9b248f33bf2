import { describe, expect, test } from 'vitest'
import {
  GO_LIVE_STEPS,
  goLiveWarnings,
  isGoLiveStepDone,
  isNobodysAddress,
  isOpen,
  type GoLiveFacts,
} from './go-live.ts'

const READY: GoLiveFacts = {
  host: '127.0.0.1',
  public_url: 'https://visit.fairslot.kr',
  has_mail_server: true,
  test_mail: 'sent',
  contact_email: 'desk@fairslot.kr',
  has_sample_member: false,
  has_sample: false,
  has_printed_password: false,
}
const FIRST_START: GoLiveFacts = {
  host: '127.0.0.1',
  public_url: 'http://localhost:3000',
  has_mail_server: false,
  test_mail: null,
  contact_email: 'contact@fairslot.example',
  has_sample_member: true,
  has_sample: true,
  has_printed_password: true,
}
const left = (facts: GoLiveFacts) => GO_LIVE_STEPS.filter((step) => !isGoLiveStepDone(step, facts))

test('all steps remain after the first start, none for a real event', () => {
  expect(left(FIRST_START)).toEqual(GO_LIVE_STEPS)
  expect(left(READY)).toEqual([])
})

test.each<[Partial<GoLiveFacts>, string]>([
  [{ has_sample: true }, 'sample'],
  [{ contact_email: 'contact@example.com' }, 'event'],
  [{ has_printed_password: true }, 'password'],
  [{ public_url: 'http://127.0.0.1:3000' }, 'address'],
  [{ has_mail_server: false }, 'mail'],
  [{ test_mail: 'failed' }, 'mail'],
  [{ test_mail: null }, 'mail'],
])('%j leaves the step %s', (facts, step) => {
  expect(left({ ...READY, ...facts })).toEqual([step])
})

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
