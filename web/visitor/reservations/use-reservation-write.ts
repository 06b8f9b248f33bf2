import type { CallInput } from '../../../contract/endpoint.ts'
import type { endMeeting, giveFeedback } from '../../../contract/meeting.ts'
import { listMyReservations, withReservation, type Reservation } from '../../../contract/reservation.ts'
import { type requestCancellation } from '../../../contract/reservation-action.ts'
import { ApiError } from '../../api/client.ts'
import { useWriteKey, callWithRetry, UnansweredError } from '../../api/writes/retrying-call.ts'
import { patchCache, refresh } from '../../api/reads/use-read.ts'

export function failureText(failed: string, failure: unknown): string {
  if (failure instanceof UnansweredError)
    return `${failed} 연결이 불안정해 결과를 확인하지 못했습니다. 다시 눌러도 두 번 처리되지 않습니다.`
  if (!(failure instanceof ApiError)) return `${failed} 네트워크를 확인한 뒤 다시 눌러주세요.`
  return `${failed} ${failure.text}`
}

type ReservationWrite = typeof requestCancellation | typeof endMeeting | typeof giveFeedback

/** Updates the list with the answer, then refetches it. */
export function useReservationWrite<E extends ReservationWrite>(endpoint: E, failedText: string) {
  const keyOf = useWriteKey()

  const send = async (input: CallInput<E>, onRetry: () => void): Promise<void> => {
    const { reservation }: { reservation?: Reservation } = await callWithRetry(endpoint, input, {
      idempotencyKey: keyOf(input),
      onRetry,
    })
    if (reservation) await patchCache(listMyReservations, (lists) => withReservation(lists, reservation))
    void refresh(listMyReservations)
  }

  const failed = (failure: unknown): string => {
    // The list is outdated, or the outcome is unknown.
    void refresh(listMyReservations)
    return failureText(failedText, failure)
  }

  return { send, failed }
}
