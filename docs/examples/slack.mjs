// Tells a Slack channel that a request waits, or that somebody asks to cancel. Node 20 or newer, without packages:
//
//   FAIRSLOT_SECRET=whsec_... FAIRSLOT_URL=https://stand.example.com SLACK_URL=https://hooks.slack.com/... PORT=4000 node slack.mjs
//
// The webhook sends reservation.created and reservation.cancel_requested to it. For KakaoTalk, call the gateway of your 알림톡 in `post`.
import { listen } from './webhook.mjs'

const { FAIRSLOT_SECRET, FAIRSLOT_URL, SLACK_URL, PORT = '4000' } = process.env
if (!FAIRSLOT_SECRET || !FAIRSLOT_URL || !SLACK_URL)
  throw new Error('Set FAIRSLOT_SECRET, FAIRSLOT_URL and SLACK_URL.')

/** None if a colleague has decided since: the reservation is as it is now, the event may be old. */
function titleOf({ type, reservation }) {
  if (type === 'reservation.created' && reservation?.status === 'PENDING') return '승인을 기다리는 예약'
  if (type === 'reservation.cancel_requested' && reservation?.status === 'CANCEL_REQUESTED')
    return '취소 요청'
  return undefined
}

/** Slack reads these three as markup. */
const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** A failure here makes Fairslot send the event again. */
async function post(text) {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(SLACK_URL, { method: 'POST', headers, body: JSON.stringify({ text }) })
  if (!response.ok) throw new Error(`Slack answered ${response.status}.`)
}

listen({ secret: FAIRSLOT_SECRET, port: Number(PORT) }, async (event) => {
  const title = titleOf(event)
  if (!title) return
  const { starts_at, visitor, available_tour, room } = event.reservation
  const when = `${starts_at.slice(0, 10)} ${starts_at.slice(11, 16)}`
  const who = escaped(`${(available_tour?.docent ?? room).name} · ${visitor.company} ${visitor.count}명`)
  await post(`${title}: ${when} ${who}\n${FAIRSLOT_URL}/admin/dashboard`)
})
