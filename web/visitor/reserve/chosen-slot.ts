import type { ChosenSlot } from '../../paths.ts'

/** Only what the booking screen shows and sends. */
export const chosenSlot = ({ id, time, end_time, duration }: ChosenSlot): ChosenSlot => ({
  id,
  time,
  end_time,
  duration,
})
