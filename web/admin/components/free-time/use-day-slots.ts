import { listRoomSlots, listTourSlots } from '../../../../contract/admin/slots.ts'
import type { RoomSlot, TourSlot } from '../../../../contract/slot.ts'
import { runFrom } from '../../../../domain/free-run.ts'
import type { Time } from '../../../../domain/slot.ts'
import { usePolled } from '../../../api/reads/use-read.ts'
import type { Place } from '../place.ts'

type DaySlots = {
  data: readonly (TourSlot | RoomSlot)[] | undefined
  isError: boolean
  refetch: () => unknown
}

export function useDaySlots({ kind, place }: Place, date: string) {
  const id = String(place.id)
  const tours = usePolled(listTourSlots, { query: { docent_id: id, date } }, { enabled: kind === 'tour' })
  const rooms = usePolled(listRoomSlots, { query: { room_id: id, date } }, { enabled: kind === 'room' })
  return kind === 'tour' ? tours : rooms
}

export function chosenTime(
  { data: slots, isError, refetch }: DaySlots,
  free: readonly Time[],
  start: Time | null,
  count: number,
) {
  const run = start ? runFrom(free, start.id) : []
  const isLost = slots !== undefined && start !== null && run.length < count
  return {
    state: slots ? (free.length > 0 ? 'free' : 'full') : isError ? 'failed' : 'loading',
    reload: () => void refetch(),
    free,
    start,
    run,
    count,
    isLost,
    /** Empty if one of them is taken. */
    chosen: isLost ? [] : run.slice(0, count),
    event_date_id: slots?.[0]?.event_date.id,
  } as const
}
