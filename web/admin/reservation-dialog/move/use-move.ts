import { useState } from 'react'
import { moveReservation } from '../../../../contract/admin/moves.ts'
import { listRoomSlots, listTourSlots } from '../../../../contract/admin/slots.ts'
import type { CallInput } from '../../../../contract/endpoint.ts'
import type { Reservation } from '../../../../contract/reservation.ts'
import { ApiError } from '../../../api/client.ts'
import { refresh } from '../../../api/reads/use-read.ts'
import { openRequest, UnansweredError } from '../../../api/writes/retrying-call.ts'
import { adminToast } from '../../../ui/toast.ts'
import { CHANGE_UNANSWERED, refusalText } from '../../components/with-toast.ts'
import { useEditConflict } from '../../components/edit-conflict.tsx'
import { readReservation, refreshReservations, showReservation } from '../reservation-cache.ts'
import { hasTierFor, tierOf, type TierFlags } from '../../../../domain/tier.ts'
import { useMembers } from '../../components/use-members.ts'

export type Goal = {
  place: { id: number }
  slots: readonly { id: number; time: string }[]
  event_date_id: number
  overrule_tier: boolean
  message: string
}

/** Conflicts are other moves of the same reservation. */
export function useMove(reservation: Reservation, onMoved: () => void) {
  const [opened] = useState(reservation)
  const edit = useEditConflict(opened, () => readReservation(opened))
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [aboveTier, setAboveTier] = useState<number | null>(null)

  const move = async (goal: Goal) => {
    setPending(true)
    setFailure(null)
    try {
      const moved = await edit.attempt((expected) =>
        openRequest(moveReservation, inputOf(expected, goal)).send(),
      )
      if (!moved) return
      await showReservation(moved.reservation)
      void refreshReservations()
      adminToast.success(moved.message)
      onMoved()
    } catch (refused) {
      // Free times may be outdated, whatever the reason of the refusal.
      void refresh(listTourSlots, listRoomSlots)
      if (refused instanceof ApiError && refused.code === 'tier_required') setAboveTier(goal.place.id)
      setFailure(textOf(refused))
    } finally {
      setPending(false)
    }
  }
  return {
    move,
    pending,
    conflict: edit.conflict,
    failure,
    forgetFailure: () => setFailure(null),
    /** The place that the server refused for the member's tier. */
    aboveTier,
  }
}

function textOf(failure: unknown): string {
  if (failure instanceof UnansweredError) return CHANGE_UNANSWERED
  if (!(failure instanceof ApiError)) return '예약을 변경하지 못했습니다.'
  return Object.values(failure.fields ?? {})[0] ?? refusalText(failure)
}

function inputOf(
  expected: Reservation,
  { place, slots, event_date_id, ...how }: Goal,
): CallInput<typeof moveReservation> {
  const params = { id: expected.id }
  if (expected.type === 'VIP_TOUR') {
    const { available_tour } = expected
    const { id: available_tour_id, time } = slots[0]!
    const body = { type: expected.type, available_tour_id, time, event_date_id, expected: { available_tour } }
    return { params, body: { ...body, ...how } }
  }
  const { event_date, time_range, room } = expected
  const time_slots = slots.map(({ id, time }) => ({ available_room_id: id, time }))
  const body = { type: expected.type, room_id: place.id, event_date_id, time_slots }
  return { params, body: { ...body, expected: { event_date, time_range, room }, ...how } }
}

const UNKNOWN: TierFlags = { is_vip: false, is_vvip: false }

/** Asks for an override if the member's tier is too low. `isRefused`: the server said so. */
export function useOverrule({ user }: Reservation, place: TierFlags, isRefused: boolean) {
  const [error, setError] = useState<string>()
  const isTiered = tierOf(place) !== 'normal'
  const { data } = useMembers({ search: user?.phone ?? '' }, { enabled: isTiered && user?.id != null })
  const found = data?.results.find(({ id }) => id === user?.id)
  const isLow = isRefused || (found !== undefined && !hasTierFor(found, place))
  const member = isTiered && isLow ? (found ?? UNKNOWN) : null
  return {
    member,
    error: member ? error : undefined,
    forget: () => setError(undefined),
    /** Marks the box if it may not be sent. */
    check: (isOverruled: boolean): boolean => {
      const may = member === null || isOverruled
      setError(may ? undefined : `${tierOf(place)} 회원만 예약할 수 있습니다.`)
      return may
    },
  }
}
