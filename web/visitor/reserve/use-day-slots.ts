import { topicOf } from '../../../contract/topics.ts'
import {
  listAvailableRooms,
  listAvailableTours,
  type RoomSlot,
  type TourSlot,
} from '../../../contract/slot.ts'
import { slotTimes } from '../../../domain/slot.ts'
import { useChanges } from '../../api/reads/use-changes.ts'
import { POLL_MS, useRead } from '../../api/reads/use-read.ts'
import type { Kind } from './use-wizard.ts'

/** A slot of a day as the grid shows it. */
export type DaySlot = ReturnType<typeof daySlot>

/** The slots of one docent or room on one date, asked for again while they are looked at. */
export function useDaySlots(kind: Kind, date: string, placeId: number) {
  const id = String(placeId)
  const isTour = kind === 'tour'
  const tours = useRead(
    listAvailableTours,
    { query: { date, docent_id: id } },
    { poll: POLL_MS, enabled: isTour },
  )
  const rooms = useRead(
    listAvailableRooms,
    { query: { date, room_id: id } },
    { poll: POLL_MS, enabled: !isTour },
  )
  const { isError, isFetching, isRetrying, refetch, staleSince } = isTour ? tours : rooms
  useChanges(topicOf('schedule', date), () => void refetch(), { atOnce: true })
  const slots = isTour ? tours.data : rooms.data?.all_slots
  return {
    slots: slots?.map((slot) => daySlot(slot, date)),
    isError,
    isFetching,
    isRetrying,
    refetch,
    staleSince,
  }
}

const daySlot = (
  { id, time, end_time, duration, is_locked, available }: TourSlot | RoomSlot,
  date: string,
) => ({
  id,
  time,
  // Not every answer has it.
  end_time: end_time ?? slotTimes(date, time, duration)?.end_time ?? time,
  duration,
  is_locked,
  // These calls say that a slot is held, not by what.
  reservation: available || is_locked ? null : 'held',
})
