import { useRef, useState } from 'react'
import type { CallInput, Endpoint } from '../../../contract/endpoint.ts'
import { listMyReservations } from '../../../contract/reservation.ts'
import { getSchedule } from '../../../contract/schedule.ts'
import { listAvailableRooms, listAvailableTours } from '../../../contract/slot.ts'
import { ApiError } from '../../api/client.ts'
import { hasOpenRequest } from '../../api/writes/idempotency-key.ts'
import { callIdempotently, UnansweredError } from '../../api/writes/retrying-call.ts'
import { refresh } from '../../api/reads/use-read.ts'

const FAILED = '예약 신청에 실패했습니다.'
const UNANSWERED = '연결이 불안정해 신청 결과를 확인하지 못했습니다. 다시 눌러도 두 번 신청되지 않습니다.'
const PERHAPS_MINE = '앞서 보낸 신청이 접수되었을 수 있으니 예약내역을 확인해주세요.'
const GONE: readonly string[] = ['slot_taken', 'past_time']
const GRIDS = [getSchedule, listAvailableTours, listAvailableRooms]

/**
 * Sends a booking, and says what became of it. On a bad network an answer can be lost after the booking was made:
 * sending it again, by itself, by pressing again or after a reload, must then not be told that the slot is taken.
 */
export function useBookingCall<E extends Endpoint>(endpoint: E) {
  const [isGone, setGone] = useState(false)
  const [isRetrying, setRetrying] = useState(false)
  const isPerhapsMine = useRef(false)

  const send = async (input: CallInput<E>): Promise<void> => {
    setGone(false)
    isPerhapsMine.current = hasOpenRequest(endpoint.path, JSON.stringify(input))
    try {
      await callIdempotently(endpoint.path, endpoint, input, () => setRetrying(true))
    } finally {
      setRetrying(false)
    }
    // Not awaited: the booking is made, and the next screen shows what it has until the answer comes.
    void refresh(...GRIDS, listMyReservations)
  }

  const failed = (failure: unknown): string => {
    if (failure instanceof UnansweredError) return UNANSWERED
    if (!(failure instanceof ApiError && failure.isOwn)) return FAILED
    if (GONE.includes(failure.code)) {
      setGone(true)
      void refresh(...GRIDS)
    }
    const isOwn = failure.code === 'slot_taken' && isPerhapsMine.current
    return isOwn ? `${failure.text} ${PERHAPS_MINE}` : failure.text
  }

  /** `isGone`: the chosen time cannot be had any more. `isRetrying`: it is being sent again. */
  return { send, failed, isGone, isRetrying }
}
