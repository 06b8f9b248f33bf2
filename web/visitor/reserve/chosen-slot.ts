import type { ChosenSlot } from '../../paths.ts'

/** A slot as a history entry keeps it: only what the booking screen shows and sends. */
export const chosenSlot = ({ id, time, end_time, duration }: ChosenSlot): ChosenSlot => ({
  id,
  time,
  end_time,
  duration,
})
