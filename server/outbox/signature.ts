import { createHmac } from 'node:crypto'
import type { Instant } from '../../domain/madrid-time.ts'

export const SECRET_PURPOSE = 'secrets of webhooks'
const PREFIX = 'whsec_'

/** Derived from a key of the installation and the stored salt. */
export const webhookSecret = (key: Buffer, id: number, salt: Buffer): string =>
  PREFIX + createHmac('sha256', key).update(`${id} `).update(salt).digest('base64url')

/** `t=1763625600,v1=…`: HMAC-SHA256 over seconds, a dot and the body, once per valid secret. */
export function signatureOf(secrets: readonly string[], body: string, at: Instant): string {
  const seconds = Math.floor(at / 1000)
  const signed = secrets.map((secret) =>
    createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex'),
  )
  return [`t=${seconds}`, ...signed.map((each) => `v1=${each}`)].join(',')
}
