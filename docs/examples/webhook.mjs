// Receives the webhooks of Fairslot. The examples share it; Node 20 or newer, without packages.
//
// It believes nothing that is not signed, too old, or told before. Put HTTPS in front of it, or run it on the machine of
// the service and allow its address there (WEBHOOK_ALLOW=127.0.0.0/8).
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

/** How far the clocks of the two machines, and the way between them, may be apart. */
const TOLERANCE_SECONDS = 300
const MAX_BYTES = 256 * 1024

/** Whether a body was sent by whoever has the secret, and just now: the rules of Standard Webhooks. */
function isTrusted(headers, body, key, now) {
  const seconds = headers['webhook-timestamp']
  if (!(Math.abs(now / 1000 - Number(seconds)) <= TOLERANCE_SECONDS)) return false
  const expected = createHmac('sha256', key)
    .update(`${headers['webhook-id']}.${seconds}.`)
    .update(body)
    .digest()
  // While a secret is being replaced there are two proofs, and one that fits is enough.
  return (headers['webhook-signature'] ?? '')
    .split(' ')
    .filter((proof) => proof.startsWith('v1,'))
    .map((proof) => Buffer.from(proof.slice(3), 'base64'))
    .some((proof) => proof.length === expected.length && timingSafeEqual(proof, expected))
}

async function bodyOf(request) {
  const chunks = []
  let bytes = 0
  for await (const chunk of request) {
    bytes += chunk.length
    if (bytes > MAX_BYTES) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Calls `handle` once for each event. If it fails, the event is sent again. */
export function listen({ secret, port }, handle) {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  // A real receiver keeps the ids for two weeks, in the transaction that handles the event.
  const handled = new Set()

  /** The status of the answer. */
  async function receive(request) {
    if (request.method !== 'POST') return 405
    const body = await bodyOf(request)
    if (!body) return 413
    if (!isTrusted(request.headers, body, key, Date.now())) return 401
    const event = JSON.parse(body.toString('utf8'))
    if (!handled.has(event.id)) {
      await handle(event)
      handled.add(event.id)
    }
    return 204
  }

  const server = createServer((request, response) => {
    const answer = (status) => void response.writeHead(status).end()
    receive(request).then(answer, (error) => {
      console.error(error.message)
      answer(500)
    })
  })
  server.listen(port, '127.0.0.1', () => console.log(`Listening on ${server.address().port}`))
}
