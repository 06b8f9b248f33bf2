import type { Reservation } from '../../../../contract/reservation.ts'
import type { AdminAction } from '../../../../domain/reservation.ts'
import { timeRange } from '../../../components/reservation/reservation-text.ts'
import { MANY_TEXT } from '../decisions.ts'
import type { Decided, Unsent } from './unsent.ts'

/** How long a decision can be taken back. */
export const TAKE_BACK_MS = 5_000

// Browsers refuse more than 64 KiB of bodies that are to outlive their page.
const MOST_OUTLIVING = 60_000
/** The most that one call decides. */
const MOST_OF_A_CALL = 500

const DONE_TEXT: Readonly<Record<AdminAction, string>> = {
  approve: '예약을 승인했습니다.',
  reject: '예약을 거절했습니다.',
  cancel: '예약을 취소했습니다.',
  complete: '예약을 종료 처리했습니다.',
  approve_cancellation: '취소 요청을 승인했습니다.',
  reject_cancellation: '취소 요청을 거절했습니다.',
}

/** The party of a reservation and its time, as `한빛전자 박지민 10:30`. */
export const subjectOf = (reservation: Reservation): string =>
  `${reservation.visitor.company} ${reservation.visitor.name} ${timeRange(reservation).slice(0, 5)}`

/** A decision in words: `한빛전자 박지민 10:30 예약을 승인했습니다.`, of many `12건 승인`. */
export const decidedText = (decided: Decided): string =>
  decided.isMany
    ? `${decided.about.length}건 ${MANY_TEXT[decided.action]}`
    : `${subjectOf(decided.about[0])} ${DONE_TEXT[decided.action]}`

/** The same for one that was taken back. */
export const takenBackText = (decided: Decided): string =>
  decided.isMany
    ? `${decidedText(decided)}을 되돌렸습니다.`
    : `${subjectOf(decided.about[0])} 예약의 처리를 되돌렸습니다.`

/** The decisions that one call makes, and whether it can outlive its page. */
export type Sending = { of: readonly Unsent[]; outlives: boolean }

/**
 * The calls by which decisions are sent. Single ones that are alike go together, so that the hundreds of a fast hand
 * are few calls when the page is left; decisions about many stay as they were made.
 */
export function sendingsOf(decisions: readonly Unsent[]): Sending[] {
  const calls: Unsent[][] = []
  const open = new Map<string, Unsent[]>()
  for (const each of decisions) {
    const alike = JSON.stringify([each.action, each.words])
    const call = isJoinable(each) ? open.get(alike) : undefined
    if (call && call.length < MOST_OF_A_CALL) call.push(each)
    else {
      calls.push([each])
      if (isJoinable(each)) open.set(alike, calls.at(-1)!)
    }
  }
  let left = MOST_OUTLIVING
  return calls.map((of) => {
    left -= sizeOf(of)
    return { of, outlives: left >= 0 }
  })
}

const isJoinable = ({ action, isMany }: Unsent) => !isMany && action in MANY_TEXT

const encoder = new TextEncoder()
// An id with its comma, and the names around all of it.
const sizeOf = (of: readonly Unsent[]) =>
  100 +
  encoder.encode(JSON.stringify(of[0]!.words)).length +
  of.reduce((sum, { about }) => sum + 12 * about.length, 0)

/** Those that are to be sent by now, and the others. */
export function splitDue(waiting: readonly Unsent[], at: number): [due: Unsent[], later: Unsent[]] {
  return [waiting.filter(({ due }) => due <= at), waiting.filter(({ due }) => due > at)]
}
