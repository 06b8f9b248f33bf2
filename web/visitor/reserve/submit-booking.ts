import { useState } from 'react'
import type { CallInput, Endpoint } from '../../../contract/endpoint.ts'
import { listMyReservations } from '../../../contract/reservation.ts'
import { getSchedule } from '../../../contract/schedule.ts'
import { ApiError } from '../../api.ts'
import { refresh } from '../../query.ts'
import { useRepeatableCall } from '../../repeatable-call.ts'

const FAILED = '예약 신청에 실패했습니다.'
const GONE: readonly string[] = ['slot_taken', 'past_time']

/** Sends a booking; pressing again after a lost answer does not book twice. */
export function useBookingCall<E extends Endpoint>(endpoint: E) {
  const book = useRepeatableCall(endpoint)
  const [isGone, setGone] = useState(false)

  const send = async (input: CallInput<E>): Promise<void> => {
    setGone(false)
    await book(input)
    // Not awaited: the booking is made, and the next screen shows what it has until the answer comes.
    void refresh(getSchedule, listMyReservations)
  }

  const failed = (failure: unknown): string => {
    const text =
      failure instanceof ApiError ? failure.text : `${FAILED} 네트워크를 확인한 뒤 다시 눌러주세요.`
    if (failure instanceof ApiError && GONE.includes(failure.code)) {
      setGone(true)
      void refresh(getSchedule)
    }
    return text
  }

  /** `isGone`: the chosen time cannot be had any more. */
  return { send, failed, isGone }
}
