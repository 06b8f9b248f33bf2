import { createECDH } from 'node:crypto'
import { expect, test } from 'vitest'
import { readKeys } from '../secret.ts'
import { areKeys, encryptFor } from './encrypt.ts'
import { isPublicAddress, makePushSender } from './push-sender.ts'
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

test.each([
  ['8.8.8.8', 4, true],
  ['127.0.0.1', 4, false],
  ['10.1.2.3', 4, false],
  ['172.31.0.1', 4, false],
  ['192.168.0.1', 4, false],
  ['169.254.169.254', 4, false],
  ['2a00:1450:4003::1', 6, true],
  ['::1', 6, false],
  ['fd00::1', 6, false],
  ['fe80::1', 6, false],
  ['::ffff:127.0.0.1', 6, false],
] as const)('%s is an address of the open net: %s', (address, family, isPublic) => {
  expect(isPublicAddress(address, family)).toBe(isPublic)
})

test('nothing is sent to an address that is no push service’s, whoever has stored it', async () => {
  const send = makePushSender([])
  const request = { headers: {}, body: Buffer.from('x') }
  await expect(send({ ...request, endpoint: 'http://127.0.0.1:1/' })).rejects.toThrow('no push service')
  await expect(send({ ...request, endpoint: 'https://localhost/' })).rejects.toThrow('no push service')
})
