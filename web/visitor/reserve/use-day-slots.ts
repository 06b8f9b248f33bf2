import { topicOf } from '../../../contract/topics.ts'
import {
  listAvailableRooms,
  listAvailableTours,
  type RoomSlot,
  type TourSlot,
} from '../../../contract/slot.ts'
import { slotTimes } from '../../../domain/slot.ts'
import { useChanges, usePolled } from '../../api/reads/use-read.ts'
import type { ChosenSlot, Kind } from '../../paths.ts'
import { partOf, runFrom } from '../../../domain/free-run.ts'
import { stillFree } from '../../../domain/slot-choice.ts'
import type { Wanted } from './wizard-state.ts'

export const SLOTS_FAILURE = '가용 시간을 불러오는데 실패했습니다.'

export type DaySlot = ReturnType<typeof daySlot>

export function useDaySlots(kind: Kind, date: string, placeId: number) {
  const id = String(placeId)
  const isTour = kind === 'tour'
  const tours = usePolled(listAvailableTours, { query: { date, docent_id: id } }, { enabled: isTour })
  const rooms = usePolled(listAvailableRooms, { query: { date, room_id: id } }, { enabled: !isTour })
  const read = isTour ? tours : rooms
  useChanges(topicOf('schedule', date), () => void read.refetch(), { atOnce: true })
  const slots = isTour ? tours.data : rooms.data?.all_slots
  return { ...read, slots: slots?.map((slot) => daySlot(slot, date)) }
}

const daySlot = (
  { id, time, end_time, duration, is_locked, is_closed, available }: TourSlot | RoomSlot,
  date: string,
) => ({
  id,
  time,
  // Some answers lack it.
  end_time: end_time ?? slotTimes(date, time, duration)?.end_time ?? time,
  duration,
  is_locked: is_locked && !is_closed,
  is_available: available,
  is_closed,
  // These calls do not say what holds a slot.
  reservation: available || is_locked ? null : 'held',
})

/** The slots that were chosen on the dashboard, if they are free here. */
export function wantedSlots(
  { slots = [], start, minutes }: Wanted,
  day: readonly DaySlot[],
  isFree: (slot: DaySlot) => boolean,
): readonly DaySlot[] {
  if (slots.length > 0) return stillFree(day, slots, isFree)
  const free = day.filter(isFree)
  const run = runFrom(free, free.find(({ time }) => time === start)?.id ?? 0)
  return minutes ? (partOf(run, minutes) ?? []) : run.slice(0, 1)
}

/** Only what the booking screen shows and sends. */
export const chosenSlot = ({ id, time, end_time, duration }: ChosenSlot): ChosenSlot => ({
  id,
  time,
  end_time,
  duration,
})
