import { useLayoutEffect } from 'react'
import { placesFreeFor } from '../../../../domain/time-first.ts'
import { PLACE_KEYS } from '../../../paths.ts'
import { useMember } from '../../components/use-member.ts'
import type { DayProps } from '../use-day-choice.ts'

/** Selects the start that was chosen before a place. With `anywhere` and no place, takes the first free one. */
export function EarlyTime({
  day,
  kind,
  places,
  choice,
  change,
  now,
  anywhere,
}: DayProps & { anywhere: boolean }) {
  const member = useMember()
  const key = PLACE_KEYS[kind]
  const { start, slot_ids, is_start_taken } = choice
  const isEarly = start && !slot_ids?.length && !is_start_taken
  const minutes = (kind === 'room' && choice.minutes) || null
  const free = isEarly ? placesFreeFor(places, { time: start, minutes }, { date: day.date, member, now }) : []
  const found = free.find(({ place }) => (choice[key] === undefined ? anywhere : place.id === choice[key]))
  useLayoutEffect(() => {
    if (found) change({ [key]: found.place.id, slot_ids: found.slots.map(({ id }) => id) })
  })
  return null
}
