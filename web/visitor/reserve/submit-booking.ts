import { useRef, useState } from 'react'
import type { CallInput, Endpoint } from '../../../contract/endpoint.ts'
import { listMyReservations } from '../../../contract/reservation.ts'
import { getSchedule } from '../../../contract/schedule.ts'
import { ApiError, call } from '../../api.ts'
import { refresh } from '../../query.ts'

const FAILED = '예약 신청에 실패했습니다.'
const GONE: readonly string[] = ['slot_taken', 'past_time']

/**
 * Sends a booking. On a bad network an answer can be lost after the booking was made: pressing again with the same
 * words must then not be told that the slot is taken, so the same body carries the same key.
 */
export function useBookingCall<E extends Endpoint>(endpoint: E) {
  const sent = useRef({ body: '', key: '' })
  const [isGone, setGone] = useState(false)

  const send = async (input: CallInput<E>): Promise<void> => {
    setGone(false)
    const body = JSON.stringify(input)
    if (sent.current.body !== body) sent.current = { body, key: newKey() }
    await call(endpoint, input, { idempotencyKey: sent.current.key })
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

// crypto.randomUUID is missing where a page is not served over HTTPS.
const newKey = () =>
  [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('-')
