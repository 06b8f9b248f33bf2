import type { Reservation } from '../../../contract/reservation.ts'
import { timesFrom } from '../../../domain/free-times.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import { isHeld, type SlotLoss } from '../../../domain/moving.ts'
import { checkPartySize } from '../../../domain/booking.ts'
import { minutesOf } from '../../components/reservation/reservation-text.ts'
import { heldBy, lossesOf } from '../reservation-dialog/move/move-slot.ts'
import type { Row } from './timeline-rows.ts'
import { isDrawn, slotSpan, type Span } from './timeline-span.ts'

/** Where a reservation would land, or why it can't. */
export type Drop = Span & { time: string; text: string; canDrop: boolean }

const LOSS_TEXT: Readonly<Record<SlotLoss, string>> = {
  past: '지난 시간입니다.',
  taken: '이미 예약된 시간입니다.',
  locked: '잠긴 시간입니다.',
}

// In minutes; no slot further away is meant.
const REACH = 30

/** Snaps to a near slot. `minute` is the left edge of the dragged block. */
export function dropOn(row: Row, minute: number, reservation: Reservation, now: Instant): Drop {
  const minutes = minutesOf(reservation)
  const refused = (text: string, from = minute, until = from + minutes): Drop => ({
    from,
    until,
    time: '',
    text,
    canDrop: false,
  })
  const isTour = reservation.type === 'VIP_TOUR'
  if (isTour !== (row.kind === 'tour'))
    return refused(isTour ? '투어는 도슨트에게만 옮길 수 있습니다.' : '미팅은 미팅룸으로만 옮길 수 있습니다.')
  const first = nearest(row, minute)
  if (!row.place || !first) return refused('가용 시간이 없습니다.')
  const { from, until } = slotSpan(first)
  const slots = isTour ? [first] : timesFrom<Row['slots'][number]>(row.slots, first.id, minutes)
  if (!slots) return refused(`여기부터 ${minutes}분이 이어지지 않습니다.`, from)
  const span = { from, until: isTour ? until : from + minutes }
  if (isHeld(heldBy(reservation), slots)) return refused('지금 있는 자리입니다.', span.from, span.until)
  const loss = [...lossesOf(slots, reservation, now).values()].find((each) => each !== null)
  if (loss) return refused(LOSS_TEXT[loss], span.from, span.until)
  if ('size' in row.place && checkPartySize(reservation.visitor.count, row.place.size) !== null)
    return refused(`${row.place.size}명까지 들어갑니다.`, span.from, span.until)
  const text = `${first.time} ~ ${slots.at(-1)!.end_time}`
  return { ...span, time: first.time, text, canDrop: true }
}

function nearest({ slots }: Row, minute: number) {
  const away = (slot: Row['slots'][number]) => Math.abs(slotSpan(slot).from - minute)
  const found = slots.filter((slot) => isDrawn(slotSpan(slot))).sort((a, b) => away(a) - away(b))[0]
  return found && away(found) <= REACH ? found : undefined
}
