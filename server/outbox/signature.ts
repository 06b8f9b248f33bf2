import { createHmac } from 'node:crypto'
import type { Instant } from '../../domain/madrid-time.ts'

/** For what the key is that the secrets of webhooks are derived from. */
export const SECRET_PURPOSE = 'secrets of webhooks'
const PREFIX = 'whsec_'

/** The secret of a webhook as its receiver has it: from a key of the installation, and what the database has of it. */
export const webhookSecret = (key: Buffer, id: number, salt: Buffer): string =>
  PREFIX + createHmac('sha256', key).update(`${id} `).update(salt).digest('base64url')

/**
 * The header that proves who has sent a body, and when: `t=1763625600,v1=…`, an HMAC-SHA256 over the seconds, a dot and the
 * body, once for each secret that is good.
 */
export function signatureOf(secrets: readonly string[], body: string, at: Instant): string {
  const seconds = Math.floor(at / 1000)
  const signed = secrets.map((secret) =>
    createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex'),
  )
  return [`t=${seconds}`, ...signed.map((each) => `v1=${each}`)].join(',')
}
