import { topicOf } from '../../../contract/topics.ts'
import {
  listAvailableRooms,
  listAvailableTours,
  type RoomSlot,
  type TourSlot,
} from '../../../contract/slot.ts'
import { slotTimes } from '../../../domain/slot.ts'
import { useChanges, POLL_MS, useRead } from '../../api/reads/use-read.ts'
import type { Kind } from '../../paths.ts'

export const SLOTS_FAILURE = '가용 시간을 불러오는데 실패했습니다.'

export type DaySlot = ReturnType<typeof daySlot>

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
  const read = isTour ? tours : rooms
  useChanges(topicOf('schedule', date), () => void read.refetch(), { atOnce: true })
  const slots = isTour ? tours.data : rooms.data?.all_slots
  return { ...read, slots: slots?.map((slot) => daySlot(slot, date)) }
}

const daySlot = (
  { id, time, end_time, duration, is_locked, available }: TourSlot | RoomSlot,
  date: string,
) => ({
  id,
  time,
  // Some answers lack it.
  end_time: end_time ?? slotTimes(date, time, duration)?.end_time ?? time,
  duration,
  is_locked,
  // These calls do not say what holds a slot.
  reservation: available || is_locked ? null : 'held',
})
