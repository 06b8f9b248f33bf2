import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { signatureOf, webhookSecret } from './signature.ts'

const AT = Date.parse('2026-11-20T09:00:00.900+01:00')
const KEY = Buffer.alloc(32, 7)

test('a signature says the second, and proves second and body by each good secret', () => {
  const [time, first, second, ...rest] = signatureOf(['new', 'former'], '{"id":"1"}', AT).split(',')
  const proof = (secret: string) => createHmac('sha256', secret).update('1795161600.{"id":"1"}').digest('hex')
  expect(time).toBe('t=1795161600')
  expect(first).toBe(`v1=${proof('new')}`)
  expect(second).toBe(`v1=${proof('former')}`)
  expect(rest).toEqual([])
})

test('a secret is the same each time, and another for another webhook, salt or installation', () => {
  const salt = Buffer.from('salt')
  const secret = webhookSecret(KEY, 1, salt)
  expect(secret).toMatch(/^whsec_[\w+/]{43}=$/)
  expect(webhookSecret(KEY, 1, salt)).toBe(secret)
  expect(webhookSecret(KEY, 2, salt)).not.toBe(secret)
  expect(webhookSecret(KEY, 1, Buffer.from('other'))).not.toBe(secret)
  expect(webhookSecret(Buffer.alloc(32, 8), 1, salt)).not.toBe(secret)
})
