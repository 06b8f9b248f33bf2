import { createECDH } from 'node:crypto'
import { expect, test } from 'vitest'
import { readKeys } from '../secret.ts'
import { areKeys, encryptFor } from './encrypt.ts'
import { vapidKeyOf } from './vapid.ts'

const bytes = (text: string) => Buffer.from(text, 'base64url')

// RFC 8291, appendix A.
const RECEIVER = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
}

test('a payload is encrypted byte by byte as the standard’s own example', () => {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'))
  const body = encryptFor(RECEIVER, Buffer.from('When I grow up, I want to be a watermelon'), {
    pair,
    salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'),
  })
  expect(body.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})

test.each([
  [RECEIVER, true],
  [{ ...RECEIVER, auth: 'short' }, false],
  [{ ...RECEIVER, p256dh: Buffer.alloc(65, 4).toString('base64url') }, false],
  [{ ...RECEIVER, p256dh: '' }, false],
])('%o can be encrypted for: %s', (keys, can) => {
  expect(areKeys(keys)).toBe(can)
})

test('the installation’s key comes back with its secret, and another secret has another one', () => {
  const keyOf = (secret: string) => vapidKeyOf(readKeys({ secret, data_dir: '' })).public_key
  expect(bytes(keyOf('a'.repeat(32)))).toHaveLength(65)
  expect(keyOf('a'.repeat(32))).toBe(keyOf('a'.repeat(32)))
  expect(keyOf('a'.repeat(32))).not.toBe(keyOf('b'.repeat(32)))
})
