import { createECDH, createPrivateKey, sign, type ECDH, type KeyObject } from 'node:crypto'
import type { Instant } from '../../domain/madrid-time.ts'
import type { KeyFor } from '../secret.ts'

/** Identifies this installation to push services. */
export type VapidKey = { public_key: string; signer: KeyObject }

const VALID_SECONDS = 12 * 3600

/** Derived from the secret, so that a restored backup has the same key. */
export function vapidKeyOf(keyFor: KeyFor): VapidKey {
  const pair = pairOf(keyFor, 0)
  const point = pair.getPublicKey()
  const part = (from: number) => point.subarray(from, from + 32).toString('base64url')
  // The library omits leading zeros; a JWK needs them.
  const d = pair.getPrivateKey('hex').padStart(64, '0')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: part(1),
    y: part(33),
    d: Buffer.from(d, 'hex').toString('base64url'),
  }
  return { public_key: point.toString('base64url'), signer: createPrivateKey({ format: 'jwk', key: jwk }) }
}

/** One number in 2³² is no valid key: try the next. */
function pairOf(keyFor: KeyFor, nth: number): ECDH {
  const pair = createECDH('prime256v1')
  try {
    pair.setPrivateKey(keyFor(`web push ${nth}`))
    return pair
  } catch {
    return pairOf(keyFor, nth + 1)
  }
}

const asPart = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** RFC 8292; `subject` is a contact. */
export function vapidHeader(
  { public_key, signer }: VapidKey,
  endpoint: string,
  subject: string,
  now: Instant,
) {
  const claims = {
    aud: new URL(endpoint).origin,
    exp: Math.floor(now / 1000) + VALID_SECONDS,
    sub: subject,
  }
  const text = `${asPart({ typ: 'JWT', alg: 'ES256' })}.${asPart(claims)}`
  const signature = sign('sha256', Buffer.from(text), { key: signer, dsaEncoding: 'ieee-p1363' })
  return `vapid t=${text}.${signature.toString('base64url')}, k=${public_key}`
}
