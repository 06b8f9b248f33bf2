// Receives a webhook of Fairslot and would hand it to an SMS gateway. Node 20 or newer, without packages:
//
//   FAIRSLOT_SECRET=whsec_... PORT=4000 node receiver.mjs
//
// It believes nothing that is not signed, too old, or told before. Put HTTPS in front of it, or run it on the machine of
// the service and allow its address there (WEBHOOK_ALLOW=127.0.0.0/8).
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const SECRET = process.env.FAIRSLOT_SECRET
const PORT = Number(process.env.PORT ?? 4000)
/** How far the clocks of the two machines, and the way between them, may be apart. */
const TOLERANCE_SECONDS = 300
const MAX_BYTES = 256 * 1024

if (!SECRET) throw new Error('FAIRSLOT_SECRET is the secret that the settings have shown once.')

const KEY = Buffer.from(SECRET.replace(/^whsec_/, ''), 'base64')

/** Whether a body was sent by whoever has the secret, and just now: the rules of Standard Webhooks. */
function isTrusted(headers, body, now) {
  const seconds = headers['webhook-timestamp']
  if (!(Math.abs(now / 1000 - Number(seconds)) <= TOLERANCE_SECONDS)) return false
  const expected = createHmac('sha256', KEY)
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

/** The events that were handled. A real receiver keeps them for two weeks, in the transaction that handles them. */
const handled = new Set()

/** The news of a decision. */
const DECISIONS = {
  APPROVED: '예약이 확정되었습니다.',
  REJECTED: '예약이 거절되었습니다.',
  CANCELLED: '예약이 취소되었습니다.',
}
const COMING = ['PENDING', 'APPROVED', 'CANCEL_REQUESTED']

/** The text for a visitor, or none: an event may come hours late, so the reservation as it is now decides. */
function messageOf({ type, change, reservation }) {
  if (!reservation) return undefined
  const { status, starts_at } = reservation
  const when = `${starts_at.slice(0, 10)} ${starts_at.slice(11, 16)}`
  if (type === 'reservation.decided' || type === 'reservation.cancelled')
    return status === change.to_status ? `${when} ${DECISIONS[status]}` : undefined
  if (type === 'reservation.moved' && COMING.includes(status)) return `예약이 ${when}(으)로 변경되었습니다.`
  if (type === 'reminder.due' && status === 'APPROVED') return `${when} 예약이 곧 시작됩니다.`
  return undefined
}

function handle(event) {
  const message = messageOf(event)
  // Nobody is left to be told of a member who has been deleted.
  const phone = event.reservation?.member?.phone
  // Here the gateway would be called.
  console.log(JSON.stringify({ id: event.id, type: event.type, phone, message }))
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

/** Answers the status of one request. */
async function receive(request) {
  if (request.method !== 'POST') return 405
  const body = await bodyOf(request)
  if (!body) return 413
  if (!isTrusted(request.headers, body, Date.now())) return 401
  const event = JSON.parse(body.toString('utf8'))
  // An event may come twice, under the same id: it is handled once, and both are answered well.
  if (!handled.has(event.id)) {
    handle(event)
    handled.add(event.id)
  }
  // Only now: whatever fails before this is sent once more.
  return 204
}

const server = createServer((request, response) => {
  const answer = (status) => void response.writeHead(status).end()
  receive(request).then(answer, () => answer(500))
})

server.listen(PORT, '127.0.0.1', () => console.log(`Listening on ${server.address().port}`))
