import { MAX_KEY } from '../idempotency.ts'

const text = { type: 'string' }
const seconds = { type: 'integer', minimum: 1 }

/** Headers of answers, as components. */
export const HEADERS = {
  ETag: { description: 'To send as `If-None-Match` with the next call', schema: text },
  'X-Service-Time': {
    description: 'The service’s current time',
    schema: { ...text, format: 'date-time' },
  },
  'Retry-After': { description: 'Seconds to wait before retrying', schema: seconds },
  'Content-Disposition': { description: 'The name of the file', schema: text },
  'WWW-Authenticate': { description: '`Bearer`, where an API token is refused with 401', schema: text },
  'Set-Cookie': { description: 'The cookies of the session, one header each', schema: text },
}

export const headers = (...names: (keyof typeof HEADERS | false)[]) =>
  Object.fromEntries(
    names
      .filter((name) => name !== false)
      .map((name) => [name, { $ref: `#/components/headers/${name}` }] as const),
  )

/** Headers of calls, as components. */
export const PARAMETERS = {
  Key: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Repeated within 24 hours with the same body, the write answers its first success again and is not done twice.',
    schema: { ...text, minLength: 1, maxLength: MAX_KEY },
  },
  Etag: {
    name: 'If-None-Match',
    in: 'header',
    description: 'ETag of the cached answer; 304 without a body if it is current',
    schema: text,
  },
}

/** Headers of a webhook's delivery. */
export const SIGNED = Object.entries({
  'webhook-id': 'The same as `id` of the body. Equal for all attempts, so that a second one can be left out',
  'webhook-timestamp': 'Seconds since 1970 of this attempt',
  'webhook-signature':
    'Standard Webhooks: `v1,` and the HMAC-SHA256 in Base64 of id, timestamp and body with dots between them, once for each valid secret, with spaces between. The key is the secret behind `whsec_`, decoded',
  'fairslot-signature':
    '`t=…,v1=…`: HMAC-SHA256 in hexadecimal digits of timestamp, dot and body, once for each valid secret. The key is the whole text of the secret',
  'fairslot-event-id': 'The same as `id` of the body',
  'fairslot-event-type': 'The same as `type` of the body',
  'fairslot-delivery-id': 'Id of the delivery, as the list of deliveries has it',
}).map(([name, description]) => ({ name, in: 'header', required: true, description, schema: text }))
