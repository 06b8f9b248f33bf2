import { useMemo } from 'react'
import { getSchedule, type Schedule, type ScheduleSlot } from '../../../contract/schedule.ts'
import { minutesOf, slotTimes } from '../../../domain/slot.ts'
import { ApiError } from '../../api/client.ts'
import { useRead } from '../../api/reads/use-read.ts'

/** Other fields are optional. */
type AnsweredSlot = Pick<ScheduleSlot, 'time' | 'duration' | 'is_available' | 'reservation'> &
  Partial<ScheduleSlot>

export function useSchedule(date: string, options?: { poll: number }) {
  const read = useRead(getSchedule, { query: { date } }, options)
  const isEmptyDay = read.error instanceof ApiError && read.error.status === 404
  const data = useMemo(() => read.data && filledIn(read.data, date), [read.data, date])
  return { ...read, isEmptyDay, data: isEmptyDay ? undefined : data }
}

const filledIn = ({ tour_schedule, room_schedule, ...rest }: Schedule, date: string): Schedule => ({
  ...rest,
  date,
  tour_schedule: tour_schedule.map(({ docent, time_slots }) => ({
    docent,
    time_slots: time_slots.map((slot) => whole(slot, docent.id, date)),
  })),
  room_schedule: room_schedule.map(({ room, time_slots }) => ({
    room,
    time_slots: time_slots.map((slot) => whole(slot, room.id, date)),
  })),
})

const whole = (slot: AnsweredSlot, place: number, date: string): ScheduleSlot => ({
  // Negative ids are placeholders; a booking looks up the real one.
  id: -(place * 24 * 60 + minutesOf(slot.time) + 1),
  end_time: slotTimes(date, slot.time, slot.duration)?.end_time ?? slot.time,
  is_locked: !slot.is_available && !slot.reservation,
  ...slot,
  reservation: slot.reservation ?? null,
})
