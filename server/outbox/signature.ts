import { createHmac } from 'node:crypto'
import type { Instant } from '../../domain/madrid-time.ts'

export const SECRET_PURPOSE = 'secrets of webhooks'
const PREFIX = 'whsec_'

/** Derived from a key of the installation and the stored salt. Base64, which Standard Webhooks decodes. */
export const webhookSecret = (key: Buffer, id: number, salt: Buffer): string =>
  PREFIX + createHmac('sha256', key).update(`${id} `).update(salt).digest('base64')

/** `t=1763625600,v1=…`: HMAC-SHA256 over seconds, a dot and the body, once per valid secret. */
export function signatureOf(secrets: readonly string[], body: string, at: Instant): string {
  const seconds = Math.floor(at / 1000)
  const signed = secrets.map((secret) =>
    createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex'),
  )
  return [`t=${seconds}`, ...signed.map((each) => `v1=${each}`)].join(',')
}

/** Of Standard Webhooks: HMAC-SHA256 over id, seconds and body under the decoded secret. */
export function standardHeaders(
  secrets: readonly string[],
  { id, body }: { id: string; body: string },
  at: Instant,
): Record<string, string> {
  const seconds = String(Math.floor(at / 1000))
  const signed = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': signed.join(' ') }
}
