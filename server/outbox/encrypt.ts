import { createCipheriv, createECDH, hkdfSync, randomBytes, type ECDH } from 'node:crypto'

/** In base64url. */
export type SubscriptionKeys = { p256dh: string; auth: string }

const CURVE = 'prime256v1'
const RECORD = 4096
const POINT_BYTES = 65

const derive = (key: Buffer, salt: Buffer, purpose: Buffer | string, bytes: number) =>
  Buffer.from(hkdfSync('sha256', key, salt, purpose, bytes))

/** A point of the curve, and 16 bytes. */
export function areKeys({ p256dh, auth }: SubscriptionKeys): boolean {
  const point = Buffer.from(p256dh, 'base64url')
  if (point.length !== POINT_BYTES || Buffer.from(auth, 'base64url').length !== 16) return false
  try {
    generate().computeSecret(point)
    return true
  } catch {
    return false
  }
}

function generate(): ECDH {
  const pair = createECDH(CURVE)
  pair.generateKeys()
  return pair
}

/** RFC 8291, aes128gcm in one record. Only tests pass `pair` and `salt`. */
export function encryptFor(
  { p256dh, auth }: SubscriptionKeys,
  payload: Buffer,
  { pair = generate(), salt = randomBytes(16) }: { pair?: ECDH; salt?: Buffer } = {},
): Buffer {
  const receiver = Buffer.from(p256dh, 'base64url')
  const sender = pair.getPublicKey()
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiver, sender])
  const key = derive(pair.computeSecret(receiver), Buffer.from(auth, 'base64url'), info, 32)
  const cipher = createCipheriv(
    'aes-128-gcm',
    derive(key, salt, 'Content-Encoding: aes128gcm\0', 16),
    derive(key, salt, 'Content-Encoding: nonce\0', 12),
  )
  const head = Buffer.alloc(5)
  head.writeUInt32BE(RECORD)
  head.writeUInt8(sender.length, 4)
  // 0x02 ends the last record.
  const body = [cipher.update(payload), cipher.update(Buffer.of(2)), cipher.final(), cipher.getAuthTag()]
  return Buffer.concat([salt, head, sender, ...body])
}
