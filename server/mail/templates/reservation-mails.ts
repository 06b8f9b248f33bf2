import { reservationFacts, type Reservation } from '../../../contract/reservation.ts'
import { koreanDate } from '../../../domain/madrid-time.ts'
import { earlyEndOf } from '../../../domain/reservation.ts'
import { isChangeRequest, nounOf, oneLine } from '../heading.ts'
import type { NoticeKind, ReminderNotice, ReservationNotice, Templates } from '../mail.ts'
import { BOOK_ANOTHER } from './links.ts'
import { factsOf, whenOf } from './reservation-facts.ts'
import { cannotCome, REPLY_IF_ABSENT, reservationMail } from './reservation-notice.ts'

const REMOVES_ENTRY = '캘린더에 추가하신 일정은 첨부된 취소 일정으로 삭제하실 수 있습니다.'
const REPLACES_ENTRY = '첨부된 일정을 캘린더에 추가하시면 기존 일정이 새 내용으로 바뀝니다.'
const FORMER_STAYS = '기존 예약은 바뀌지 않았습니다.'
const ASK_US = '궁금하신 점은 이 메일에 회신해주세요.'
const RESULT_FOLLOWS =
  '관리자 검토 후 결과를 이메일로 안내드립니다. 진행 상태는 예약내역에서 확인하실 수 있습니다.'

export const RESERVATION_MAILS: Templates<NoticeKind> = {
  request_received: (notice) =>
    reservationMail(notice, {
      sentence: `${notice.is_served ? '기다리시던 시간에 자리가 나서, 작성해 두신 내용으로 예약을 신청했습니다. ' : ''}관리자의 승인을 기다리고 있으며, 아직 확정된 예약이 아닙니다.${untilThen(notice)}`,
      next: RESULT_FOLLOWS,
    }),
  undecided: (notice) =>
    reservationMail(notice, {
      sentence: `신청하신 시간이 지나 예약이 확정되지 않았습니다. ${notice.reservation.replaces ? `${FORMER_STAYS} ` : ''}답변을 드리지 못해 죄송합니다.`,
      next: BOOK_ANOTHER,
      is_off: true,
    }),
  approved: (notice) =>
    reservationMail(notice, {
      sentence: '아래 내용으로 예약이 확정되었습니다.',
      next: `첨부된 일정을 캘린더에 추가하실 수 있습니다. ${cannotCome(notice)}`,
      calendar: 'REQUEST',
    }),
  rejected: (notice) =>
    reservationMail(notice, {
      sentence: notice.reservation.replaces
        ? `아쉽게도 요청하신 시간으로는 변경해드리지 못하게 되었습니다. ${FORMER_STAYS}`
        : '아쉽게도 신청하신 시간에는 예약을 도와드리지 못하게 되었습니다.',
      reason_label: '거절 사유',
      next: BOOK_ANOTHER,
      is_off: true,
    }),
  cancellation_received: (notice) =>
    reservationMail(notice, {
      sentence: '관리자가 확인할 때까지 예약은 그대로 유지됩니다.',
      reason_label: '취소 요청 사유',
      next: '관리자 확인 후 결과를 이메일로 안내드립니다.',
    }),
  cancellation_approved: (notice) =>
    reservationMail(notice, {
      sentence: '요청하신 대로 예약이 취소되었습니다.',
      reason_label: '취소 사유',
      next: `${REMOVES_ENTRY} ${BOOK_ANOTHER}`,
      is_off: true,
      calendar: 'CANCEL',
    }),
  cancellation_refused: (notice) =>
    reservationMail(notice, {
      ...(notice.reservation.status === 'COMPLETED'
        ? { sentence: '예약 시간이 이미 지나, 취소되지 않고 종료된 예약으로 남습니다.', next: ASK_US }
        : { sentence: '예약은 그대로 유지됩니다.', next: REPLY_IF_ABSENT }),
      reason_label: '거절 사유',
    }),
  cancelled(notice) {
    const next = [notice.was_agreed && REMOVES_ENTRY, notice.deleted !== 'member' && BOOK_ANOTHER, ASK_US]
    return reservationMail(notice, {
      sentence: isChangeRequest(notice)
        ? `관리자가 시간 변경 요청을 취소했습니다. ${FORMER_STAYS}`
        : notice.deleted === 'member'
          ? '계정이 삭제되어 예약도 취소되었습니다.'
          : '관리자가 예약을 취소했습니다. 불편을 드려 죄송합니다.',
      reason_label: '취소 사유',
      next: next.filter(Boolean).join(' '),
      is_off: true,
      // Other calendars would show a cancelled entry they never had.
      calendar: notice.was_agreed ? 'CANCEL' : undefined,
    })
  },
  ended_early(notice) {
    const { ended_at } = notice.reservation
    const { starts_at } = reservationFacts(notice.reservation)
    if (ended_at !== null && earlyEndOf(starts_at, Date.parse(ended_at)) === 'before_start')
      return reservationMail(notice, {
        sentence: '시작 전에 미팅을 종료하셨습니다.',
        next: `${REMOVES_ENTRY} ${BOOK_ANOTHER}`,
        is_off: true,
        calendar: 'CANCEL',
      })
    return reservationMail(notice, {
      sentence: '방문해주셔서 감사합니다.',
      next: '미팅은 어떠셨나요? 예약내역에서 피드백을 남겨주시면 더 나은 행사를 준비하는 데 큰 도움이 됩니다.',
      link_label: '피드백 작성',
    })
  },
  place_changed: ({ before, ...notice }) =>
    reservationMail(withChanges(before, notice), {
      sentence: `${nounOf(notice)} 안내가 아래와 같이 변경되었습니다. 예약 시간은 그대로입니다.`,
      reason_label: '변경 내용',
      next: `${REPLACES_ENTRY} ${nextOfChanged(notice)}`,
      calendar: 'REQUEST',
    }),
  moved({ before, message, ...notice }) {
    const [from, to] = [before, notice.reservation].map((each) => {
      const { date, range } = whenOf(each)
      return `${date} ${range}`
    })
    const isWaiting = notice.reservation.status === 'PENDING'
    return reservationMail(withChanges(before, notice), {
      sentence: isWaiting
        ? `신청하신 ${nounOf(notice)} 예약이 아래와 같이 변경되었습니다. 아직 확정된 예약이 아닙니다.`
        : `${nounOf(notice)} 예약이 아래와 같이 변경되었습니다.`,
      before: from === to ? undefined : from,
      reason_label: '변경 내용',
      message,
      next: isWaiting ? RESULT_FOLLOWS : `${REPLACES_ENTRY} ${nextOfChanged(notice)}`,
      calendar: isWaiting ? undefined : 'REQUEST',
    })
  },
  reminder_evening: (notice) => reminder(notice, '내일 예정된 예약을 안내드립니다.'),
  // States no minutes: delivery may take some.
  reminder_before: (notice) => reminder(notice, '잠시 후 시작되는 예약을 안내드립니다.'),
}

function untilThen({ reservation: { replaces } }: ReservationNotice): string {
  if (!replaces) return ''
  return ` 승인되면 기존 예약(${koreanDate(replaces.date)} ${replaces.time})을 대신하며, 그때까지 기존 예약은 그대로 유지됩니다.`
}

const reminder = (notice: ReminderNotice, sentence: string) =>
  reservationMail(notice, { sentence: `${sentence} 아래 장소에서 뵙겠습니다.`, next: cannotCome(notice) })

const nextOfChanged = (notice: ReservationNotice) =>
  notice.reservation.status === 'CANCEL_REQUESTED'
    ? '요청하신 취소는 관리자 확인 후 결과를 이메일로 안내드립니다.'
    : cannotCome(notice)

/** The changed facts, old and new, are the reason of the mail. */
function withChanges(before: Reservation, notice: ReservationNotice): ReservationNotice {
  // Mails mention a room's capacity only if it changes.
  const compared = (of: Reservation) =>
    'room' in of ? [...factsOf(of), { label: '수용 인원', value: `${of.room.size}명` }] : factsOf(of)
  const old = new Map(compared(before).map(({ label, value }) => [label, value]))
  const changes = compared(notice.reservation)
    .filter(({ label, value }) => old.get(label) !== value)
    .map(({ label, value }) => `${label}: ${oneLine(old.get(label) ?? '')} → ${oneLine(value)}`)
  return { ...notice, reason: changes.join('\n') }
}
