import type { CallInput } from '../../../contract/endpoint.ts'
import type { endMeeting, giveFeedback } from '../../../contract/meeting.ts'
import { listMyReservations, withReservation, type Reservation } from '../../../contract/reservation.ts'
import { type requestCancellation } from '../../../contract/reservation-action.ts'
import { useWriteKey, callWithRetry } from '../../api/writes/retrying-call.ts'
import { patchCache, refresh } from '../../api/reads/use-read.ts'
import { failureText } from '../components/sending/failure-text.ts'

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
