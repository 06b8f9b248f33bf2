// Receives events and would hand texts to an SMS gateway. Node 20 or newer, without packages:
//
//   FAIRSLOT_SECRET=whsec_... PORT=4000 node receiver.mjs
import { listen } from './webhook.mjs'

const { FAIRSLOT_SECRET, PORT = '4000' } = process.env
if (!FAIRSLOT_SECRET) throw new Error('FAIRSLOT_SECRET is the secret that the settings have shown once.')

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
  if (change?.action === 'reject_cancellation')
    return status === 'APPROVED' ? `${when} 취소 요청이 거절되었습니다.` : undefined
  if (type === 'reservation.decided' || type === 'reservation.cancelled')
    return status === change.to_status ? `${when} ${DECISIONS[status]}` : undefined
  if (type === 'reservation.moved' && COMING.includes(status)) return `예약이 ${when}(으)로 변경되었습니다.`
  if (type === 'reminder.due' && status === 'APPROVED') return `${when} 예약이 곧 시작됩니다.`
  return undefined
}

listen({ secret: FAIRSLOT_SECRET, port: Number(PORT) }, (event) => {
  const message = messageOf(event)
  // Nobody is left to be told of a member who has been deleted.
  const phone = event.reservation?.member?.phone
  // Here the gateway would be called.
  console.log(JSON.stringify({ id: event.id, type: event.type, phone, message }))
})
